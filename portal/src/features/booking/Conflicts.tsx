import { CloseCircleOutlined } from '@ant-design/icons'
import type { Conflict } from '@teleward/contract/appointments/booking.ts'
import { useEffect, useRef } from 'react'
import { errorText, t } from '../../i18n/i18n.ts'

const fields = ['pid', 'did', 'date', 'interval', 'time', 'site', 'fee', 'minutes', 'unit'] as const
const fieldText = (path: string) => t(`booking.field.${fields.find((one) => one === path) ?? 'other'}`)
const reason = ({ path, code }: Conflict) => (path === 'unit' ? t('booking.unit.notShared') : errorText(code))

/** Everything that stands against the wish, at once; each leads to its field. */
export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is brought into view.
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [conflicts])
  const lead = (path: string) => {
    const field = document.getElementById(`bk-${path}`) ?? document.getElementById('bk-date')
    field?.scrollIntoView({ block: 'center' })
    const inside = field?.matches('input,button,textarea') ? field : field?.querySelector<HTMLElement>('input,button')
    inside?.focus()
  }
  return (
    <div className="alert bad bkwhy" role="alert" tabIndex={-1} ref={box}>
      <CloseCircleOutlined />
      <div className="grow">
        <b>{t('booking.conflicts', { count: conflicts.length })}</b>
        <ul>
          {conflicts.map((one) => (
            <li key={`${one.path}-${one.code}`}>
              <button type="button" className="link" onClick={() => lead(one.path)}>
                {fieldText(one.path)}
              </button>
              <span>{reason(one)}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
