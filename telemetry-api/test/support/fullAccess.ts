import { type NewKey, PERMISSIONS } from '../../store/keys/keys.ts';

/** A key that may read everything. */
export const FULL_ACCESS: NewKey = {
  name: 'test',
  family: 'integration',
  permissions: PERMISSIONS,
  siteCodes: null,
  expiresMs: null,
};
