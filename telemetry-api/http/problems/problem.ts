/** Every kind of error: its code on the wire, its status and its title. */
const KINDS = {
  parametro_requerido: [400, 'Falta un parámetro'],
  parametro_desconocido: [400, 'Parámetro desconocido'],
  parametro_repetido: [400, 'Parámetro repetido'],
  parametro_invalido: [400, 'Valor no permitido'],
  rango_invalido: [400, 'Rango de tiempo no válido'],
  cursor_invalido: [400, 'Cursor no válido'],
  solicitud_invalida: [400, 'Solicitud no válida'],
  clave_requerida: [401, 'Falta la clave de API'],
  clave_invalida: [401, 'Clave de API no válida'],
  clave_vencida: [401, 'Clave de API vencida'],
  clave_revocada: [401, 'Clave de API revocada'],
  permiso_insuficiente: [403, 'Permiso insuficiente'],
  enlace_invalido: [403, 'Enlace de descarga no válido o vencido'],
  ruta_no_encontrada: [404, 'La ruta no existe'],
  dispositivo_no_encontrado: [404, 'Dispositivo no encontrado'],
  tag_no_encontrado: [404, 'Tag no encontrado'],
  exportacion_no_encontrada: [404, 'Exportación no encontrada'],
  archivo_no_encontrado: [404, 'Archivo no encontrado'],
  metodo_no_permitido: [405, 'Método no permitido'],
  formato_no_aceptable: [406, 'Formato no disponible'],
  direccion_larga: [414, 'Dirección demasiado larga'],
  rango_no_disponible: [416, 'El archivo no tiene lo que pide Range'],
  demasiadas_solicitudes: [429, 'Demasiadas solicitudes'],
  demasiados_intentos: [429, 'Demasiados intentos con claves no válidas'],
  error_interno: [500, 'Error interno'],
  base_no_disponible: [503, 'Base de datos no disponible'],
  servidor_ocupado: [503, 'Servidor ocupado'],
  servidor_deteniendose: [503, 'El servidor se está deteniendo'],
  tiempo_agotado: [504, 'La consulta tardó demasiado'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof KINDS;

export const PROBLEM_CODES = Object.keys(KINDS) as readonly ProblemCode[];

export function statusOf(code: ProblemCode): number {
  return KINDS[code][0];
}

export function titleOf(code: ProblemCode): string {
  return KINDS[code][1];
}

/** An error response as RFC 9457 problem details, with three extension members. Thrown anywhere, sent by the error handler. */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** The parameter that has to change, if the error is about one. */
  readonly parameter: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    extra: { readonly parameter?: string; readonly headers?: Readonly<Record<string, string>> } = {}
  ) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.parameter = extra.parameter;
    this.headers = extra.headers ?? {};
  }

  get status(): number {
    return statusOf(this.code);
  }

  toBody(): ProblemBody {
    const [status, title] = KINDS[this.code];
    const retryAfter = this.headers['retry-after'];
    return {
      type: `urn:telemetria:error:${this.code}`,
      title,
      status,
      detail: this.message,
      codigo: this.code,
      ...(this.parameter !== undefined && { parametro: this.parameter }),
      ...(retryAfter !== undefined && { reintentarEnSegundos: Number(retryAfter) }),
    };
  }
}

/** The body of type `application/problem+json`. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly codigo: ProblemCode;
  readonly parametro?: string;
  /** The header `retry-after` again, for clients behind a proxy that hides the headers of errors. */
  readonly reintentarEnSegundos?: number;
}
