/** A value beside the pages that they follow. */
export class Value<Kind> {
  private readonly followers = new Set<() => void>();

  constructor(private present: Kind) {}

  get(): Kind {
    return this.present;
  }

  set(next: Kind): void {
    if (next === this.present) return;
    this.present = next;
    for (const follower of this.followers) follower();
  }

  readonly follow = (follower: () => void): (() => void) => {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  };
}
