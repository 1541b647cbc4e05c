// How far the fields of an object are opened.

/** Levels of objects within it. */
export const deepest = 3;
/** Longest name of a field, in characters. */
export const longestName = 80;
/** A list of scalars with no more source than this stands in a line. */
export const shortList = 240;
