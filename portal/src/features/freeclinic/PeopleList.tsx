import { ScanOutlined, UserAddOutlined } from '@ant-design/icons'
import { scanCard } from '@teleward/contract/careevents/endpoints.ts'
import { itemsAt, type Station } from '@teleward/contract/careevents/items.ts'
import { cardOf } from '@teleward/contract/careevents/rules.ts'
import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { onEnter } from '../../ui/composing.ts'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { showError } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { ageAndSex } from '../../ui/person.ts'
import { notify } from '../../ui/notify.ts'
import { type Joining, JoinDialog } from './JoinDialog.tsx'
import { itemText, listText } from '../../patterns/careItems.tsx'
import { found, type Row } from './rows.ts'
import { useScanner } from '../../patterns/scanner.ts'

interface Props {
  event: CareEvent
  rows: readonly Row[]
  row: Row | undefined
  station: Station
  onRow: (row: Pick<Row, 'pid' | 'joining'> | undefined) => void
}
/** The next ones first that miss something at this table; a card that is read anywhere opens its person, or joins them. */
export function PeopleList({ event, rows, row, station, onRow }: Props) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [joining, setJoining] = useState<Joining>()
  const field = useRef<InputRef>(null)
  const runs = event.state === 'running'
  const wanted = itemsAt(station, event.items)
  const missing = (one: Row) => wanted.filter((item) => !one.values.get(item)?.length)
  const hits = found(rows, typed).toSorted(
    (a, b) => Number(missing(a).length === 0) - Number(missing(b).length === 0) || (a.number ?? 0) - (b.number ?? 0),
  )

  const scan = async (code: string) => {
    setTyped('')
    if (!cardOf(code)) return notify({ kind: 'bad', title: t('freeclinic.unreadable') })
    try {
      const answer = await call(scanCard, { body: { eventid: event.id, code } })
      const there = answer.participant && rows.find(({ pid }) => pid === answer.participant?.person.pid)
      if (there) return onRow(there)
      if (!runs) return notify({ kind: 'warn', title: t('freeclinic.closed') })
      setJoining({ via: answer.via, code, person: answer.person, known: answer.known })
    } catch (error) {
      // Without a line somebody joins by the card alone, and who it is is known later.
      if (isApiError(error) && error.http === 0 && runs)
        setJoining({ via: cardOf(code)?.via ?? 'card', code, person: null, known: null })
      else showError(error)
    }
  }
  useScanner((code) => void scan(code))
  useKeys([{ keys: '/', label: t('freeclinic.find'), run: () => field.current?.focus() }])
  const enter = () => {
    const [only] = hits
    if (cardOf(typed)) void scan(typed)
    else if (only && typed.trim()) {
      setTyped('')
      onRow(only)
    }
  }
  return (
    <section className="card clinicpeople" aria-label={t('freeclinic.people')}>
      <div className="clinicfind">
        <Input
          ref={field}
          prefix={<ScanOutlined />}
          aria-label={t('freeclinic.find')}
          placeholder={t('freeclinic.findHint')}
          value={typed}
          allowClear
          onChange={(e) => setTyped(e.target.value)}
          onPressEnter={onEnter(enter)}
        />
        {runs && (
          <Button icon={<UserAddOutlined />} onClick={() => setJoining({ via: 'search', person: null, known: null })}>
            {t('freeclinic.join')}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="quiet">{t(runs ? 'freeclinic.nobody' : 'freeclinic.nobodyCame')}</p>
      ) : hits.length === 0 ? (
        <p className="quiet">{t('freeclinic.notFound')}</p>
      ) : (
        <ul className="clinicrows">
          {hits.map((one) => (
            <li key={one.key}>
              <button
                type="button"
                className={one.key === row?.key ? 'sel' : ''}
                aria-pressed={one.key === row?.key}
                onClick={() => one.key !== row?.key && onRow(one)}
              >
                <b className="num">{one.number ?? '…'}</b>
                <span className="grow ell">
                  {one.person ? nameOf(one.person) : one.name}{' '}
                  {one.person && (
                    <span className="t3 f12">{ageAndSex(one.person.birthday, one.person.gender ?? 'unknown')}</span>
                  )}
                </span>
                {one.waiting > 0 && <span className="tag info">{t('freeclinic.queue.onWay')}</span>}
                {wanted.length > 0 && missing(one).length > 0 && (
                  <span className="t3 f12 ell">
                    {t('freeclinic.missing', { items: listText(missing(one).map(itemText)) })}
                  </span>
                )}
                {wanted.length > 0 && missing(one).length === 0 && (
                  <span className="c-ok f12">{t('freeclinic.allThere')}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {joining && (
        <JoinDialog
          event={event}
          begun={joining}
          onClose={(joined) => {
            // Gone before it is asked whether anything would be: it has been sent.
            flushSync(() => setJoining(undefined))
            if (joined) onRow(joined)
          }}
        />
      )}
    </section>
  )
}
