import { PERMISSIONS, type Permission } from '../../store/keys/keys.ts';
import { SITES } from './sealedPlant.ts';

/** What a key may read. */
export interface KeyClass {
  readonly permissions: readonly Permission[];
  /** null: all sites */
  readonly siteCodes: readonly string[] | null;
}

/** The only class that sees the device whose readings are imported. */
export const ALL: KeyClass = { permissions: PERMISSIONS, siteCodes: null };

/** Keys are created in turn of each class. */
export const KEY_CLASSES: readonly KeyClass[] = [
  { permissions: PERMISSIONS, siteCodes: [SITES[0]] },
  { permissions: ['lecturas:leer', 'dispositivos:leer'], siteCodes: [SITES[1]] },
  ALL,
];
