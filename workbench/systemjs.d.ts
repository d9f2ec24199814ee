// These files have no exports; they define the global `System`.
declare module 'systemjs/dist/*';
