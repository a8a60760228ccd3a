export type Outcome = 'created' | 'updated' | 'unchanged' | 'refused' | 'superseded' | 'not_checked';

/** Per step; `read` is the sum of the others. */
export type Counts = Record<Outcome | 'read', number>;

export interface Refusal {
  readonly step: string;
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** A remark that is no refusal, with its places. */
export interface Note {
  readonly step: string;
  readonly text: string;
  readonly places: string[];
  count: number;
}

const placesKept = 5;

export class Tally {
  readonly steps: { readonly name: string; readonly counts: Counts }[] = [];
  readonly refusals: Refusal[] = [];
  readonly notes: Note[] = [];
  readonly totals: Counts = noCounts();

  beginStep(name: string): void {
    this.steps.push({ name, counts: noCounts() });
  }

  count(outcome: Outcome): void {
    for (const counts of [this.totals, this.steps.at(-1)?.counts]) {
      if (!counts) continue;
      counts.read += 1;
      counts[outcome] += 1;
    }
  }

  refuse(file: string, line: number, reason: string): void {
    this.refusals.push({ step: this.currentStep, file, line, reason });
    this.count('refused');
  }

  note(text: string, file: string, line: number): void {
    const step = this.currentStep;
    let note = this.notes.find((known) => known.step === step && known.text === text);
    if (!note) this.notes.push((note = { step, text, places: [], count: 0 }));
    note.count += 1;
    if (note.places.length < placesKept) note.places.push(`${file}:${line}`);
  }

  get currentStep(): string {
    return this.steps.at(-1)?.name ?? '';
  }
}

function noCounts(): Counts {
  return { read: 0, created: 0, updated: 0, unchanged: 0, refused: 0, superseded: 0, not_checked: 0 };
}
