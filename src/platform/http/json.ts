const BYTES = Symbol('bytes');
const PARSED = Symbol('parsed');

// Nest looks for them in every response, to recognize promises, observables and streams.
const notOfJson: ReadonlySet<unknown> = new Set(['then', 'subscribe', 'lift', 'pipe', 'getReader', 'toJSON']);

/** JSON that the adapter sends as it is. Others, such as interceptors, see the object when they look, and may change it. */
export class Json<Shape> {
  declare readonly shape: Shape;
  private readonly [BYTES]: Buffer;
  private [PARSED]: object | undefined;

  constructor(bytes: Buffer) {
    this[BYTES] = bytes;
    return new Proxy<Json<Shape>>(this, asObject);
  }

  static bytesOf(json: Json<unknown>): Buffer {
    const { [PARSED]: seen } = json;
    return seen ? Buffer.from(JSON.stringify(seen)) : json[BYTES];
  }

  static objectOf(json: Json<unknown>): object {
    return (json[PARSED] ??= JSON.parse(json[BYTES].toString()) as object);
  }
}

const asObject: ProxyHandler<Json<unknown>> = {
  get: (json, name) => {
    if (name === BYTES) return Json.bytesOf(json);
    if (typeof name === 'symbol' || notOfJson.has(name)) return undefined;
    return Reflect.get(Json.objectOf(json), name) as unknown;
  },
  has: (json, name) => Reflect.has(Json.objectOf(json), name),
  ownKeys: (json) => Reflect.ownKeys(Json.objectOf(json)),
  getOwnPropertyDescriptor: (json, name) => Reflect.getOwnPropertyDescriptor(Json.objectOf(json), name),
  set: (json, name, value) => Reflect.set(Json.objectOf(json), name, value),
  defineProperty: (json, name, property) => Reflect.defineProperty(Json.objectOf(json), name, property),
  deleteProperty: (json, name) => Reflect.deleteProperty(Json.objectOf(json), name),
};
