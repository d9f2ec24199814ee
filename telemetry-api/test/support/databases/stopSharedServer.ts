/** Jest's global teardown. */
export default async function stopSharedServer(): Promise<void> {
  await globalThis.stopSharedServer?.();
}
