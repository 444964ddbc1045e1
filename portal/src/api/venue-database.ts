/** Where `kept.ts` keeps what a page without a line is opened with. */
export const VENUE_DATABASE = 'teleward-venue'
