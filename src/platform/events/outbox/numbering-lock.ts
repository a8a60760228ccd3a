/** Who holds this advisory lock gives events their positions in the feed of changes. */
export const NUMBERING_LOCK = 7_021_003;
