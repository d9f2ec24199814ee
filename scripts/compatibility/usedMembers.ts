import path from 'node:path';
import ts from 'typescript';

/** A deprecated member of a package, and where it is used. */
export interface DeprecatedMember {
  readonly name: string;
  /** What its declaration recommends; empty if it says nothing. */
  readonly advice: string;
  /** `file:line`, relative to the folder of the files. */
  readonly uses: readonly string[];
}

/** What files use of packages. */
export interface UsedMembers {
  /** The number of all names: 0 deprecated ones of 0 would mean that the packages were not found. */
  readonly count: number;
  /** By name. */
  readonly deprecated: readonly DeprecatedMember[];
}

/**
 * The members of packages that the files use, and those whose declarations are marked `@deprecated`: exports, methods, the signature
 * that a call resolves to, properties of objects and of components, and members that a class overrides.
 * @param files of the program, to look at
 * @param isDeclaredThere tells by the path of a declaration whether it belongs to the packages
 */
export function usedMembers(
  program: ts.Program,
  files: readonly string[],
  folder: string,
  isDeclaredThere: (file: string) => boolean
): UsedMembers {
  const checker = program.getTypeChecker();
  const names = new Set<string>();
  const found = new Map<string, { advice: string; uses: Set<string> }>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source !== undefined) {
      visit(source, source);
    }
  }
  const deprecated = [...found]
    .map(([name, { advice, uses }]) => ({ name, advice, uses: [...uses] }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { count: names.size, deprecated };

  function visit(node: ts.Node, source: ts.SourceFile): void {
    if (ts.isIdentifier(node)) {
      for (const { declarations, tags } of meanings(node, checker)) {
        if (!declarations.some((one) => isDeclaredThere(one.getSourceFile().fileName))) {
          continue;
        }
        names.add(node.text);
        const tag = tags.find(({ name }) => name === 'deprecated');
        if (tag !== undefined) {
          add(node, source, ts.displayPartsToString(tag.text));
        }
      }
    }
    ts.forEachChild(node, (child) => visit(child, source));
  }

  function add(node: ts.Identifier, source: ts.SourceFile, advice: string): void {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const member = found.get(node.text) ?? { advice: advice.replace(/\s+/g, ' ').trim(), uses: new Set() };
    member.uses.add(`${path.relative(folder, source.fileName)}:${line + 1}`);
    found.set(node.text, member);
  }
}

interface Meaning {
  readonly declarations: readonly ts.Declaration[];
  readonly tags: readonly ts.JSDocTagInfo[];
}

/** What a name can refer to. A function has the tags of the signature that is called: others of its overloads may be deprecated. */
function meanings(name: ts.Identifier, checker: ts.TypeChecker): readonly Meaning[] {
  const signature = calledSignature(name, checker);
  if (signature?.declaration !== undefined) {
    return [{ declarations: [signature.declaration], tags: signature.getJsDocTags() }];
  }
  return [referredSymbol(name, checker), ...describedProperties(name, checker)]
    .filter((symbol) => symbol !== undefined)
    .filter((symbol) => !isFunction(symbol) || (symbol.declarations?.length ?? 0) === 1)
    .map((symbol) => ({ declarations: symbol.declarations ?? [], tags: symbol.getJsDocTags(checker) }));
}

function isFunction({ flags }: ts.Symbol): boolean {
  return (flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Method)) !== 0;
}

function calledSignature(name: ts.Identifier, checker: ts.TypeChecker): ts.Signature | undefined {
  const callee = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : name;
  const { parent } = callee;
  const isCall = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === callee;
  const signature = isCall ? checker.getResolvedSignature(parent) : undefined;
  // A class or a variable that is called has its mark on itself.
  const symbol = referredSymbol(name, checker);
  return symbol !== undefined && isFunction(symbol) ? signature : undefined;
}

function referredSymbol(name: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

/** The property that the name of a literal's property, of a component's or a destructured property or of a class member stands for. */
function describedProperties(name: ts.Identifier, checker: ts.TypeChecker): ReadonlyArray<ts.Symbol | undefined> {
  const { parent } = name;
  if (ts.isObjectLiteralElementLike(parent) && parent.name === name && ts.isObjectLiteralExpression(parent.parent)) {
    return [checker.getContextualType(parent.parent)?.getProperty(name.text)];
  }
  if (ts.isJsxAttribute(parent)) {
    return [checker.getContextualType(parent.parent)?.getProperty(name.text)];
  }
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === name) {
    return [checker.getTypeAtLocation(parent.parent).getProperty(name.text)];
  }
  if (ts.isClassElement(parent) && parent.name === name && ts.isClassLike(parent.parent)) {
    return (parent.parent.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .map((type) => checker.getTypeAtLocation(type).getProperty(name.text));
  }
  return [];
}
