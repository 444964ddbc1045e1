import { router } from './navigation.ts'

/**
 * How any screen opens the booking drawer without knowing the feature. What is booked stands in the address, so that a
 * drawer can be linked and survives a reload: `book=new` with `bookFor` (pid), `bookWith` (did), `bookOn` (day), `bookLike` (qid of a visit whose data is taken);
 * `book=<qid>` moves that entry; `pay=<qid>` takes its payment. Ids alone, which give no right.
 */
export interface BookingAsk {
  pid?: number | undefined
  did?: number | undefined
  date?: string | undefined
  /** The visit whose way, service, problem, call-back target, fee and length are taken. */
  like?: number | undefined
}
const NONE = {
  book: undefined,
  bookFor: undefined,
  bookWith: undefined,
  bookOn: undefined,
  bookLike: undefined,
  pay: undefined,
}
const show = (search: Record<string, string | undefined>) =>
  void router.navigate({
    to: '.',
    search: (now: Record<string, string>): Record<string, string | undefined> => ({ ...now, ...NONE, ...search }),
  })
const text = (value: number | undefined) => (value === undefined ? undefined : String(value))

export const openBooking = ({ pid, did, date, like }: BookingAsk = {}): void =>
  show({ book: 'new', bookFor: text(pid), bookWith: text(did), bookOn: date, bookLike: text(like) })
export const openMove = (qid: number): void => show({ book: String(qid) })
export const openPayment = (qid: number): void => show({ pay: String(qid) })
export const closeBooking = (): void => show({})
