import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { CheckoutCopy } from './checkoutCopy.ts';
import { DEFECTS } from './defects.ts';

const [defect] = DEFECTS.core;
let parent: string;
let copy: CheckoutCopy;
beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'copy-'));
  copy = new CheckoutCopy(path.join(parent, 'copy'));
});
afterAll(() => rmSync(parent, { recursive: true }));

const inCheckout = () => readFileSync(path.join(repositoryRoot, defect!.file), 'utf8');
const inCopy = () => readFileSync(path.join(copy.folder, defect!.file), 'utf8');

test('a defect is in the copy alone, until it is taken out', () => {
  const text = inCheckout();
  copy.put(defect!);
  expect(inCopy()).toBe(text.replace(defect!.find, defect!.replace));
  expect(inCheckout()).toBe(text);
  copy.takeOut(defect!);
  expect(inCopy()).toBe(text);
});

test('the copy has no history and no results, and the packages of the checkout', () => {
  expect(['.git', 'test-results'].filter((name) => existsSync(path.join(copy.folder, name)))).toEqual([]);
  expect(existsSync(path.join(copy.folder, 'node_modules', 'jest', 'package.json'))).toBe(true);
});

test('two runs do not share a copy', () => {
  expect(() => new CheckoutCopy(copy.folder)).toThrow(`${copy.folder} exists: another run uses it.`);
});

test('when the copy is removed, the packages stay', () => {
  copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
  expect(existsSync(path.join(repositoryRoot, 'node_modules', 'jest', 'package.json'))).toBe(true);
});
