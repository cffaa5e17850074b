/** Every limit of the product, each with its reason (spec section 13). Lengths count code points. */
export const limits = {
  /** All lists are on the device at once and drawn on one screen. */
  listsPerUser: 500,
  /** What is spoken: up to here everything runs at full speed. */
  itemsPerList: 2_000,
  /** What is refused: a list beyond it would not load on a phone in the shop. */
  hardItemsPerList: 10_000,
  /** Tags are aisles; more cannot be told apart by colour or found in a menu. */
  tagsPerList: 100,
  /** Each friend is a row in every share dialog. */
  friends: 200,
  /** Nobody meets so many whom they never want to hear of again; all of them travel to every device. */
  turnedDown: 500,
  /** More browsers than anybody uses; each costs a message a digest, to a service that may be slow. */
  noticeBrowsers: 20,
  /** More browsers than anybody is signed in on; they are listed, and looked through, at once. */
  sessions: 100,
  /** A row shows two lines; a name beyond this belongs in the notes. */
  name: 200,
  /** A page of text: a recipe fits. */
  notes: 5_000,
  /** Two pages: a fault with its steps fits. */
  feedback: 10_000,
  /** Stars: more steps are not told apart. */
  rating: 5,
  /** So much feedback of one person stays; nobody who writes more is read. */
  feedbackPerUser: 500,
  /** The log of a device that goes with feedback: 500 lines of it. */
  deviceLog: 100_000,
  /** Saved filters are small JSON that travels with the preferences. */
  filters: 5_000,
  /** More names in one menu are not taken in at a glance; so many for lists, and so many for items. */
  savedFilters: 30,
  /** Grams of a tonne; the same in JSON, SQLite and PostgreSQL to the last decimal. */
  quantity: 999_999.999,
  /** A gram of a kilogram, a millilitre of a litre. */
  quantityDecimals: 3,
  /** The shortest length that NIST SP 800-63B accepts. */
  passwordMin: 8,
  /** Long enough for any passphrase, short enough that hashing stays cheap. */
  passwordMax: 128,
  /** RFC 5321: a path of 256 characters with its two angle brackets. */
  email: 254,
  /** E.164 has 15 digits; the rest is for spaces, brackets and an extension. */
  phone: 40,
  /** Ids and tokens are UUIDs or short keys; anything longer is not ours. */
  id: 100,
  /** So many of one's own changes can be undone on a list. */
  undo: 50,
  /** So long deleted lists and items can be brought back from the bin, in days. */
  binDays: 30,
  /**
   * So long answers, history and traces of what went are kept, in days: a retry after more is a new request, and a
   * device that stayed away longer gets its lists whole. Until then no id of theirs is used anew.
   */
  traceDays: 90,
} as const
