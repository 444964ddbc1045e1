import { WarningOutlined } from '@ant-design/icons'
import { implausibleItem, type Item, itemRules, numberOf } from '@teleward/contract/careevents/items.ts'
import type { CheckValue, Entered } from '@teleward/contract/healthchecks/schema.ts'
import { Input, type InputRef } from 'antd'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { composing } from '../../ui/composing.ts'
import { useT } from '../../i18n/i18n.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { confirmAct } from '../../ui/notify.ts'
import { withUnit } from '../../patterns/careItems.tsx'
import { itemText, unitText } from './labels.tsx'

export interface ItemHandle {
  focus: () => void
  /** What is typed and not kept yet is kept; whether it was. */
  keep: () => Promise<boolean>
}
interface Props {
  ref: Ref<ItemHandle>
  item: Item
  value: CheckValue | undefined
  /** Somebody has to look at the value that stands at once. */
  critical: boolean
  /** Something has to be asked first. */
  closed: boolean
  /** Whether it was kept. */
  onKeep: (entry: Omit<Entered, 'id' | 'confirmed'> & { confirmed?: boolean }) => Promise<boolean>
  onNext: () => void
}
/** One item: kept when one leaves it or presses Enter; what no body has is asked about; one that was not taken says why. */
export function ItemLine({ ref, item, value, critical, closed, onKeep, onNext }: Props) {
  const t = useT()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const [skips, setSkips] = useState(false)
  const [busy, setBusy] = useState(false)
  const input = useRef<InputRef>(null)
  /** As it stands in the field, also before it is drawn; and what is on its way. */
  const text = useRef<string>(undefined)
  const underway = useRef<{ said: string; work: Promise<boolean> }>(undefined)
  const type = (to: string | undefined) => {
    text.current = to
    setTyped(to)
  }
  const stands = value?.value === null || value === undefined ? '' : String(value.value)
  useUnsavedGuard('draft', typed !== undefined && typed.trim() !== stands)
  const send = async (said: string): Promise<boolean> => {
    // What was typed meanwhile stays in the field.
    const done = () => text.current === said && type(undefined)
    const number = said.trim() === '' ? undefined : numberOf(item, said)
    setWrong(number === null)
    if (number === null) return false
    if (number === undefined) {
      done()
      return true
    }
    const odd = implausibleItem(item, number)
    if (odd) {
      const { from, to } = itemRules[item]
      const sure = await confirmAct({
        title: t('freeclinic.odd', { item: itemText(item), value: formatNumber(number), unit: unitText(item) }),
        text: t('freeclinic.oddText', { from, to }),
        ok: t('freeclinic.oddOk'),
        cancel: t('freeclinic.oddNo'),
        danger: true,
      })
      if (!sure) {
        done()
        return false
      }
    }
    const kept = await onKeep({ item, value: number, confirmed: odd })
    if (kept) done()
    return kept
  }
  const keep = (): Promise<boolean> => {
    const said = text.current
    const before = underway.current
    if (said === undefined || said.trim() === stands) return before?.work ?? Promise.resolve(true)
    if (before?.said === said) return before.work
    const work = (before?.work ?? Promise.resolve(true))
      .then(() => send(said))
      .finally(() => {
        if (underway.current?.work === work) underway.current = undefined
      })
    underway.current = { said, work }
    return work
  }
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus(), keep }))
  return (
    <>
      <Line
        label={withUnit(itemText(item), unitText(item))}
        error={wrong ? t('healthcheck.noNumber') : undefined}
        hint={
          value && (
            <span className="num">
              {value.value === null
                ? t('healthcheck.skipped', { reason: value.skipped ?? '–' })
                : formatNumber(value.value)}{' '}
              {formatTime(value.measuredAt)} {nameOf(value.by)}
              {critical && (
                <b className="c-bad">
                  {' '}
                  <WarningOutlined /> {t('healthcheck.result.critical')}
                </b>
              )}
            </span>
          )
        }
      >
        {(id, described) => (
          <span className="checkfield">
            <Input
              ref={input}
              id={id}
              aria-describedby={described}
              className="checkvalue"
              inputMode="decimal"
              autoComplete="off"
              maxLength={8}
              disabled={closed}
              status={wrong ? 'error' : ''}
              value={typed ?? stands}
              onChange={(e) => type(e.target.value)}
              onBlur={() => void keep()}
              onKeyDown={(e) => {
                if (e.key !== 'Enter' || e.ctrlKey || e.metaKey || composing(e)) return
                e.preventDefault()
                void keep().then((kept) => kept && onNext())
              }}
            />
            {!value && (
              <Button kind="text" size="sm" onClick={() => setSkips(true)}>
                {t('healthcheck.skip')}
              </Button>
            )}
          </span>
        )}
      </Line>
      {skips && (
        <ReasonDialog
          title={t('healthcheck.skipTitle', { item: itemText(item) })}
          submit={t('healthcheck.save')}
          label={t('healthcheck.skipReason')}
          busy={busy}
          onSend={(reason) => {
            setBusy(true)
            void onKeep({ item, value: null, skipped: reason.slice(0, 200) }).then((kept) => {
              setBusy(false)
              if (kept) setSkips(false)
            })
          }}
          onClose={() => setSkips(false)}
        />
      )}
    </>
  )
}
