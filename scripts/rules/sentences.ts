/**
 * The sentences of a page in Markdown: those of paragraphs, headings and list items, without the head of the page, tables, blocks of
 * code and comments. Code within a sentence is one word, a link its text.
 */
export function sentencesOf(page: string): string[] {
  const prose = page
    .replace(/^---\n.*?\n---\n/s, '')
    .replace(/^ *```.*?^ *```/gms, '\n')
    .replace(/<!--.*?-->/gs, '')
    .replace(/^ *\|.*$/gm, '')
    .replace(/`[^`]+`/g, 'code')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)|(?<=^#.*)\n/m)
    .flatMap((block) =>
      block
        .replace(/^\s*(?:[-*]|\d+\.|#+) /, '')
        .replace(/\s+/g, ' ')
        .split(/(?<=[.!?][”"’)*_]*) (?=[“"‘(*_]*[\p{Lu}\d]|code)/u)
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** The number of words: what has a letter or a digit. */
export function wordsOf(sentence: string): number {
  return sentence.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length;
}
