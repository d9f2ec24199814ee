import type { Defect, Group } from './defect.ts';
import { BACKEND } from './groups/backend.ts';
import { CORE } from './groups/core.ts';
import { IMPORT } from './groups/import.ts';
import { INTERFACE } from './groups/interface.ts';
import { KINDS } from './groups/kinds.ts';
import { SERVICE } from './groups/service.ts';

/** The defects that tests have to find, by the room that they are put into. Whoever changes the code changes them with it. */
export const DEFECTS: Readonly<Record<Group, readonly Defect[]>> = {
  core: CORE,
  kinds: KINDS,
  interface: INTERFACE,
  service: SERVICE,
  import: IMPORT,
  backend: BACKEND,
};
