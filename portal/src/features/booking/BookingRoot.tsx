import { CalendarOutlined } from '@ant-design/icons'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useRight } from '../../api/me.ts'
import { openBooking } from '../../shell/booking.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { ensureTexts, useT } from '../../i18n/i18n.ts'
import { useCommands } from '../../patterns/commands.ts'

/** Parts of the day, sites and states are called as on the appointments' own screen. */
const part = <T,>(load: () => Promise<T>) =>
  loadChunk(() => Promise.all([load(), ensureTexts('appointments')]).then(([loaded]) => loaded))
const BookingDrawer = lazy(() => part(() => import('./BookingDrawer.tsx')))
const MoveDrawer = lazy(() => part(() => import('./MoveDrawer.tsx')))
const PaymentDialog = lazy(() => part(() => import('./PaymentDialog.tsx')))

const whole = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** Over every screen: what the address asks to book, to move or to take money for. */
export default function BookingRoot() {
  const t = useT()
  const right = useRight('appointment.book')
  const search = useRouterState({ select: (state): Record<string, string> => state.location.search })
  const may = right === 'y' || right === 'o'
  const commands = useMemo(
    () => (may ? [{ id: 'book', label: t('booking.command'), icon: CalendarOutlined, run: () => openBooking() }] : []),
    [may, t],
  )
  useCommands(commands)
  if (!may) return null
  const moved = whole(search.book)
  const paid = whole(search.pay)
  const ask = {
    pid: whole(search.bookFor),
    did: whole(search.bookWith),
    date: search.bookOn,
    like: whole(search.bookLike),
  }
  return (
    <Suspense fallback={null}>
      {search.book === 'new' && <BookingDrawer key={`${ask.pid}-${ask.did}-${ask.date}-${ask.like}`} ask={ask} />}
      {moved !== undefined && <MoveDrawer key={moved} qid={moved} />}
      {paid !== undefined && <PaymentDialog key={paid} qid={paid} />}
    </Suspense>
  )
}
