import { errorCode } from '../errorCode.ts';

/** The files of exports would take more room than they may. */
export class ExportsFullError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`Export files may take ${maxBytes} bytes in all.`);
    this.name = 'ExportsFullError';
    this.maxBytes = maxBytes;
  }
}

/** Why an export failed, for the person who asked for it: without internals, and with what to do where there is something. */
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
