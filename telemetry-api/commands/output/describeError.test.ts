import { describeError } from './describeError.ts';

test('a full disk of the database is named, with what to do', () => {
  const error = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), {
    code: '53100',
  });
  expect(describeError(error)).toBe(
    'The disk of the database is full. Free space on it, then run the command again.\n  could not extend file "base/5/1": No space left on device'
  );
});

test('causes follow the error', () => {
  expect(describeError(new Error('a', { cause: new AggregateError([new Error('b'), 'c'], '') }))).toBe('a\n  b; c');
});

test('a control character is shown as an escape, and not obeyed by the terminal', () => {
  expect(describeError(new Error('Site a\u001b[31m\u009b1m\r does not exist.\n  It is red.'))).toBe(
    'Site a\\u001b[31m\\u009b1m\\u000d does not exist.\n  It is red.'
  );
});
