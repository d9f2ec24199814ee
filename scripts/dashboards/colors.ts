/* The colors of the words in tables: dark enough for white text, in both themes. */

export const RED = '#c4162a';
export const ORANGE = '#a85100';
export const BLUE = '#1f60c4';
export const GREEN = '#2b7524';
/** For what is not known. */
export const GREY = '#6e6e6e';
