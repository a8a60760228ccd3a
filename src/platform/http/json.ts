/** An answer that is written already; `Shape` is what it says. */
export class Json<Shape> {
  declare readonly shape: Shape;

  constructor(readonly bytes: Buffer) {}
}
