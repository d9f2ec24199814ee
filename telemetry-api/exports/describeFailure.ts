import { errorCode } from '../errorCode.ts';

/** The export files would exceed their maximum total size. */
export class ExportsFullError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`Export files would exceed their maximum total size of ${maxBytes} bytes.`);
    this.name = 'ExportsFullError';
    this.maxBytes = maxBytes;
  }
}

/** User-facing reason for a failed export: without internal details, and with advice where possible. */
export function describeFailure(error: unknown): string {
  if (error instanceof ExportsFullError) {
    const megabytes = Math.floor(error.maxBytes / 1e6).toLocaleString('es');
    return `No cabe: los archivos de todas las exportaciones pueden ocupar ${megabytes} MB. Pida menos, o de nuevo cuando hayan vencido otras.`;
  }
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return 'No queda espacio en el disco del servidor. Pida menos, o de nuevo más tarde.';
  }
  return 'El archivo no se pudo escribir.';
}
