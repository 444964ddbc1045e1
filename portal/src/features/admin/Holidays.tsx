import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { HOLIDAYS_MAX, type PartnerSettings } from '@teleward/contract/admin/schema.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { onEnter } from '../../ui/composing.ts'
import { useT } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateOfWeek, isoDay } from '../../ui/format.ts'

interface Props {
  settings: PartnerSettings
  mayEdit: boolean
  onChange: (settings: PartnerSettings) => void
}
/** Public holidays as the institution enters them: a day has one name. */
export function Holidays({ settings, mayEdit, onChange }: Props) {
  const t = useT()
  const { holidays } = settings
  const [date, setDate] = useState(isoDay())
  const [name, setName] = useState('')
  const set = (next: PartnerSettings['holidays']) =>
    onChange({ ...settings, holidays: next.toSorted((a, b) => a.date.localeCompare(b.date)) })
  const add = () => {
    if (!name.trim()) return
    set([...holidays.filter((one) => one.date !== date), { date, name: name.trim() }])
    setName('')
  }
  return (
    <div className="casetargets">
      <h3>{t('admin.partners.holidays.title')}</h3>
      <p className="t3 f13">{t('admin.partners.holidays.note')}</p>
      {holidays.length === 0 && <p className="f13">{t('admin.partners.holidays.none')}</p>}
      <ul className="holidays">
        {holidays.map((one) => (
          <li key={one.date} className="row">
            <span className="num">{formatDateOfWeek(one.date)}</span>
            <span className="grow ell">{one.name}</span>
            {mayEdit && (
              <button
                type="button"
                className="icbtn sm"
                aria-label={t('admin.partners.holidays.remove', { name: one.name })}
                title={t('admin.partners.holidays.remove', { name: one.name })}
                onClick={() => set(holidays.filter(({ date: day }) => day !== one.date))}
              >
                <DeleteOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div className="row wrap holidayadd">
          <DayPicker value={date} label={t('admin.partners.holidays.day')} text={formatDate} onChange={setDate} />
          <Input
            className="grow"
            aria-label={t('admin.partners.holidays.name')}
            placeholder={t('admin.partners.holidays.name')}
            value={name}
            maxLength={40}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={onEnter(add)}
          />
          <Button icon={<PlusOutlined />} disabled={!name.trim() || holidays.length >= HOLIDAYS_MAX} onClick={add}>
            {t('admin.partners.holidays.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
