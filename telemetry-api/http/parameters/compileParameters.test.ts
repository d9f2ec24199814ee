import Type from 'typebox';
import { code, Cursor, limit, timestamp, uuid } from '../../schemas/parameters.ts';
import { Problem } from '../problems/problem.ts';
import { compileParameters } from './compileParameters.ts';

const schema = Type.Object({
  dispositivo: code('x'),
  desde: Type.Optional(timestamp('x')),
  nivel: Type.Enum(['crudo', '1m'], { default: '1m' }),
  limite: limit(5000, 1000),
  id: Type.Optional(uuid('x')),
  siguiente: Type.Optional(Cursor),
});

const parse = compileParameters(schema);

function rejection(given: Record<string, unknown>) {
  try {
    parse(given);
  } catch (error) {
    if (error instanceof Problem) {
      return error.toBody();
    }
    throw error;
  }
  return undefined;
}

test('an omitted parameter gets its default, or is left out if it has none', () => {
  expect(parse({ dispositivo: 'COMP-01' })).toEqual({
    dispositivo: 'COMP-01',
    nivel: '1m',
    limite: 1000,
  });
});

test('integers and times are parsed to numbers', () => {
  const given = { dispositivo: 'COMP-01', limite: '007', desde: '1970-01-01T00:00:01Z' };
  expect(parse(given)).toMatchObject({ limite: 7, desde: 1000 });
});

test.each(['0', '5001', '1.5', '', '-1', '+5', ' 5', '1e3', '0x10', 'diez', '99999999999999999999', 'NaN'])(
  'limite "%s" is rejected and the error names the bounds',
  (limite) => {
    expect(rejection({ dispositivo: 'COMP-01', limite })).toMatchObject({
      codigo: 'parametro_invalido',
      parametro: 'limite',
      detail: expect.stringContaining('un entero de 1 a 5000'),
    });
  }
);

test('an integer may have as many digits as its bounds', () => {
  const wide = Type.Object({ vence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) });
  const parseWide = compileParameters(wide);
  expect(parseWide({ vence: '9007199254740991' })).toEqual({ vence: Number.MAX_SAFE_INTEGER });
  expect(() => parseWide({ vence: '9007199254740992' })).toThrow('un entero de 0 a');
});

test.each([['1'], ['5000']])('limite %s is within its bounds', (limite) => {
  expect(rejection({ dispositivo: 'COMP-01', limite })).toBeUndefined();
});

test.each([
  [{}, 'parametro_requerido', 'dispositivo'],
  [{ dispositivo: '' }, 'parametro_invalido', 'dispositivo'],
  [{ dispositivo: 'a\0b' }, 'parametro_invalido', 'dispositivo'],
  [{ dispositivo: ['a', 'b'] }, 'parametro_repetido', 'dispositivo'],
  [{ dispositivo: 'a', nivel: '1s' }, 'parametro_invalido', 'nivel'],
  [{ dispositivo: 'a', nivel: '1M' }, 'parametro_invalido', 'nivel'],
  [{ dispositivo: 'a', id: '123' }, 'parametro_invalido', 'id'],
  [{ dispositivo: 'a', siguiente: '' }, 'parametro_invalido', 'siguiente'],
  [{ dispositivo: 'a', desde: '2026-02-30T00:00:00Z' }, 'parametro_invalido', 'desde'],
  [{ dispositivo: 'a', Limite: '5' }, 'parametro_desconocido', 'Limite'],
  [{ dispositivo: 'a', toString: 'x' }, 'parametro_desconocido', 'toString'],
])('%j is rejected with %s for %s', (given, codigo, parametro) => {
  expect(rejection(given)).toMatchObject({ status: 400, codigo, parametro });
});

test('the error for a plus sign that was not encoded says how to encode it', () => {
  expect(rejection({ dispositivo: 'a', desde: '2026-01-31T00:00:00 02:00' })?.detail).toContain('%2B');
});

test.each([
  [Type.String({ maxLength: 3 }), 'abcd', '"uno" no debe tener más de 3 caracteres; llegó "abcd".'],
  [Type.String({ minLength: 3 }), 'ab', '"uno" no debe tener menos de 3 caracteres; llegó "ab".'],
  [Type.String({ pattern: '^a' }), 'b', '"uno" debe coincidir con el patrón "^a"; llegó "b".'],
  [Type.String({ format: 'uri' }), 'b', '"uno" debe coincidir con el formato "uri"; llegó "b".'],
  [Type.Integer({ multipleOf: 5 }), '7', '"uno" debe ser múltiplo de 5; llegó "7".'],
  [Type.String({ minLength: 1 }), 'a\0b', '"uno" debe ser un texto sin el carácter NUL; llegó "a\0b".'],
])('any keyword of JSON Schema is validated: %j rejects %j', (uno, text, message) => {
  expect(() => compileParameters(Type.Object({ uno }))({ uno: text })).toThrow(message);
});
