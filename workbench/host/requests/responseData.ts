import type { BackendSrvRequest } from '@grafana/runtime';

type ResponseType = BackendSrvRequest['responseType'];

/**
 * The body in the requested response type. By default, a body that is valid JSON is parsed and any other body is returned
 * as text, regardless of the content type.
 */
export async function responseData(
  response: Response,
  responseType: ResponseType
): Promise<{ data: unknown; bytes: number }> {
  if (responseType === 'arraybuffer') {
    const data = await response.arrayBuffer();
    return { data, bytes: data.byteLength };
  }
  if (responseType === 'blob') {
    const data = await response.blob();
    return { data, bytes: data.size };
  }
  const text = await response.text();
  return { data: responseType === 'text' ? text : parsedOrText(text), bytes: text.length };
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
