// These files have no types: those of SystemJS define the global `System`, those of moment register a language.
declare module 'systemjs/dist/*';
declare module 'moment/dist/locale/*';
