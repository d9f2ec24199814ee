import { type Defect, type Group, GROUPS } from './defect.ts';
import { DEFECTS } from './defects.ts';

type DefectOfGroup = Defect & { readonly group: Group };

/**
 * @param group all of its defects
 * @param only the ids of some, comma-separated
 * @throws Error that lists what there is
 */
export function chooseDefects({ group, only }: { readonly group?: string; readonly only?: string }): DefectOfGroup[] {
  const all = GROUPS.flatMap((name) => DEFECTS[name].map((defect) => ({ ...defect, group: name })));
  const wanted = only?.split(',').map((id) => id.trim());
  const unknown = wanted?.find((id) => !all.some((defect) => defect.id === id));
  if (unknown !== undefined) {
    throw new Error(`Unknown defect "${unknown}". There are ${all.map(({ id }) => id).join(', ')}.`);
  }
  if (group !== undefined && !all.some((defect) => defect.group === group)) {
    throw new Error(`Unknown group "${group}". There are ${GROUPS.join(', ')}.`);
  }
  return all.filter(
    (defect) => (group === undefined || defect.group === group) && (wanted?.includes(defect.id) ?? true)
  );
}
