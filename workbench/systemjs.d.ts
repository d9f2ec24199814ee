// The loader's own files run by themselves and define the global `System`.
declare module 'systemjs/dist/*';
