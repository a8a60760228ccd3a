export interface ApiResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export class ApiClient {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  get<Body = Record<string, unknown>>(path: string): Promise<ApiResponse<Body>> {
    return this.send('GET', path);
  }

  post<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<ApiResponse<Body>> {
    return this.send('POST', path, body);
  }

  patch<Body = Record<string, unknown>>(path: string, body: unknown): Promise<ApiResponse<Body>> {
    return this.send('PATCH', path, body);
  }

  delete<Body = Record<string, unknown>>(path: string): Promise<ApiResponse<Body>> {
    return this.send('DELETE', path);
  }

  async create<Body = { id: string } & Record<string, unknown>>(path: string, body: unknown): Promise<Body> {
    const response = await this.post<Body>(path, body);
    if (response.status !== 201)
      throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** @param body sent as JSON; strings are sent as they are */
  async send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.token !== undefined && { 'X-API-KEY': this.token }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Body,
    };
  }
}
