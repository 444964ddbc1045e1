import { useState } from 'react'
import { useRight } from '../../api/me.ts'
import { type BookingAsk, closeBooking, openPayment } from '../../shell/booking.ts'
import { go } from '../../shell/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Conflicts } from './Conflicts.tsx'
import { Details } from './Details.tsx'
import { DoctorField, KindField, PatientField } from './People.tsx'
import { useBooking } from './useBooking.ts'
import { When } from './When.tsx'
import './booking.css'

/** Whom, with whom, when, how: everything of a booking on one sheet, and all that stands against it at once. */
export default function BookingDrawer({ ask }: { ask: BookingAsk }) {
  const special = useRight('appointment.special') !== '-'
  const narrow = useRight('appointment.book') === 'o'
  const phone = usePhone()
  const [open, setOpen] = useState(true)
  const booking = useBooking(ask, ({ qid, holdUntil, name, startAt }) => {
    notify({
      kind: 'ok',
      title: t('booking.booked', { name, time: formatDateTime(startAt) }),
      text: holdUntil ? t('booking.held', { time: formatTime(holdUntil) }) : undefined,
      action: holdUntil
        ? { label: t('booking.pay.now'), run: () => openPayment(qid) }
        : { label: t('booking.open'), run: () => void go('apptmgmt', {}, { tab: 'future', open: String(qid) }) },
    })
    if (holdUntil) openPayment(qid)
    else closeBooking()
  })
  const close = () => {
    setOpen(false)
    closeBooking()
  }
  return (
    <FormDrawer
      open={open}
      title={t('booking.title')}
      width={phone ? 375 : 720}
      dirty={booking.dirty}
      inAddress
      busy={booking.busy}
      submit={t('booking.submit')}
      onSubmit={booking.send}
      onClose={close}
    >
      <div className="bk">
        {booking.told && <Conflicts conflicts={booking.told} />}
        {!narrow && <KindField booking={booking} special={special} />}
        <PatientField booking={booking} narrow={narrow} />
        <DoctorField booking={booking} />
        {booking.draft.kind !== 'emergency' && <When booking={booking} />}
        <Details booking={booking} />
      </div>
    </FormDrawer>
  )
}
