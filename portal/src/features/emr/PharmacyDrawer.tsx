import { pharmacyList, sendPrescription } from '@teleward/contract/emr/rx-endpoints.ts'
import type { ListedPharmacy, OpeningHours, RxSending } from '@teleward/contract/emr/rx-schema.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Input, Select } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'

interface Props {
  note: Note
  /** The one that was returned, whose place the new one takes. */
  replaces: RxSending | undefined
  onClose: () => void
}

/** Chooses a pharmacy by place and hours, and sends the prescription there. */
export function PharmacyDrawer({ note, replaces, onClose }: Props) {
  const { data, error, refetch } = useQuery(endpointQuery(pharmacyList, { query: {} }))
  const [q, setQ] = useState('')
  const [city, setCity] = useState<string | undefined>()
  const [openOnly, setOpenOnly] = useState(false)
  const [picked, setPicked] = useState<number | undefined>(replaces?.pharmacy.id)
  const [missing, setMissing] = useState(false)
  const sending = useEndpointMutation(sendPrescription, {
    onDone: ({ pharmacy }) => {
      notify({ kind: 'ok', title: t('rx.done.send', { name: pharmacy.name }) })
      onClose()
    },
    onError: (failure) => {
      if (failure.code !== 'RX_ALREADY_SENT') return false
      // Another tab was first: how it stands is shown.
      void invalidateTags(['record', 'prescriptions'])
      notify({ kind: 'warn', title: errorMessage(failure) })
      onClose()
      return true
    },
  })
  const word = q.trim().toLowerCase()
  const shown = data?.filter(
    (row) =>
      (!city || row.city === city) &&
      (!openOnly || row.open !== 'closed') &&
      `${row.name} ${row.city}${row.address}`.toLowerCase().includes(word),
  )
  const send = () => {
    const pharmacyId = shown?.find(({ id }) => id === picked)?.id
    if (pharmacyId === undefined) return setMissing(true)
    const { pid, qid, id: noteId } = note
    sending.mutate({ body: { pid, qid, noteId, pharmacyId } })
  }
  return (
    <Drawer
      open
      title={t('rx.pharmacy.title')}
      size={520}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
      footer={
        <div className="row">
          <span className="grow help err" aria-live="polite">
            {missing && errorText('PHARMACY_REQUIRED')}
          </span>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" loading={sending.isPending} onClick={send}>
            {t('rx.send')}
          </Button>
        </div>
      }
    >
      <div className="recsearch row pharmfind">
        <Input
          allowClear
          value={q}
          aria-label={t('rx.pharmacy.search')}
          placeholder={t('rx.pharmacy.search')}
          onChange={(event) => setQ(event.target.value)}
        />
        <Select
          allowClear
          aria-label={t('rx.pharmacy.city')}
          placeholder={t('rx.pharmacy.city')}
          value={city}
          options={[...new Set(data?.map((row) => row.city))].map((value) => ({ value }))}
          onChange={setCity}
          style={{ minWidth: 120 }}
        />
        <label className="row f13">
          <input type="checkbox" checked={openOnly} onChange={(event) => setOpenOnly(event.target.checked)} />
          {t('rx.pharmacy.openOnly')}
        </label>
      </div>
      {error ? (
        <ErrorState
          title={t('rx.pharmacy.failed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !shown ? (
        <SkeletonRows />
      ) : shown.length === 0 ? (
        <EmptyState
          title={t('rx.pharmacy.none')}
          text={t(data?.length ? 'rx.pharmacy.noneHere' : 'rx.pharmacy.noneAtAll')}
        />
      ) : (
        <ul className="setlist">
          {shown.map((row) => (
            <li key={row.id}>
              <label className="grow row pharm">
                <input
                  type="radio"
                  name="pharmacy"
                  checked={picked === row.id}
                  onChange={() => {
                    setPicked(row.id)
                    setMissing(false)
                  }}
                />
                <Pharmacy row={row} />
              </label>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

const OPEN = { open: 'ok', closed: '', unknown: 'warn' } as const
function Pharmacy({ row }: { row: ListedPharmacy }) {
  return (
    <span className="grow">
      <b>{row.name}</b> <span className={`tag ${OPEN[row.open]}`}>{t(`rx.pharmacy.${row.open}`)}</span>
      <span className="bk f12 t2 num">
        {[`${row.city}${row.address}`, row.phone].filter(Boolean).join(t('common.dot'))}
      </span>
      <span className="bk f12 t3 num">{row.hours?.length ? row.hours.map(hoursText).join(t('common.dot')) : ''}</span>
    </span>
  )
}
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const hoursText = ({ days, from, to }: OpeningHours) =>
  `${days.map((day) => t(`rx.day.${DAYS[day - 1] ?? 'mon'}`)).join('')} ${from}–${to}`
