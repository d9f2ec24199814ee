import type { Queryable } from '../database/queryable.ts';

/** A batch has readings of tags that somebody has deleted since the writer looked up their ids. Nothing of it is written. */
export class DeletedTagError extends Error {
  override name = 'DeletedTagError';

  constructor(deleted: number) {
    super(
      `${deleted === 1 ? 'A tag' : `${deleted} tags`} of these readings ${deleted === 1 ? 'has' : 'have'} been deleted meanwhile (delete tag, delete device). ` +
        'Start again: what is missing is then reported, or created with --create-missing.'
    );
  }
}

/** @throws DeletedTagError if one of the tags is not in the inventory: readings without a tag would be stored and never found */
export async function rejectDeletedTags(db: Queryable, tagIds: ReadonlySet<number>): Promise<void> {
  const { rows } = await db.query<{ known: number }>({
    name: 'known-tags',
    text: 'SELECT count(*)::int AS known FROM tag WHERE id = ANY ($1::int[])',
    values: [[...tagIds]],
  });
  const deleted = tagIds.size - (rows[0]?.known ?? 0);
  if (deleted > 0) {
    throw new DeletedTagError(deleted);
  }
}
