import type { JoinWay } from '@teleward/contract/careevents/rules.ts'
import type { CareEvent, EventPerson, JoinBody, Scanned } from '@teleward/contract/careevents/schema.ts'
import { Checkbox, Input, Segmented } from 'antd'
import { useId, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useT } from '../../i18n/i18n.ts'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { ReadBack } from '../../patterns/ReadBack.tsx'
import { keepWork } from './queue.ts'
import type { Row } from './rows.ts'

/** How somebody came to the table: by a card that was read, or by being looked for. */
export interface Joining {
  via: JoinWay
  code?: string
  person: EventPerson | null
  known: Scanned['known']
}
interface Props {
  event: CareEvent
  begun: Joining
  onClose: (joined?: Pick<Row, 'pid' | 'joining'>) => void
}
const NEW = { name: '', account: '', gender: 'female' as 'male' | 'female', birthday: '', mobile: '' }

/** Name and birthday are read back, the person agrees, and gets a number; also somebody nobody knows here. */
export function JoinDialog({ event, begun, onClose }: Props) {
  const t = useT()
  const id = useId()
  const { via, code, person, known } = begun
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const [fresh, setFresh] = useState(known !== null)
  const [who, setWho] = useState({ ...NEW, account: known?.idNumber ?? '' })
  const [number, setNumber] = useState('')
  const [name, setName] = useState('')
  const [consent, setConsent] = useState(false)
  const [wrong, setWrong] = useState<'who' | 'consent' | 'number'>()
  // A card that was read without a line: nobody is known yet.
  const blind = code !== undefined && person === null && known === null
  const [one] = picked

  const said = (): (Pick<JoinBody, 'pid' | 'code' | 'person'> & { name: string }) | undefined => {
    if (blind) return { code, name: name.trim() || t('freeclinic.queue.card', { last: code.slice(-4) }) }
    // Whoever keeps a table may see nobody but whose card they hold: the card says who it is, the number only which row.
    if (person) return { pid: person.pid, ...(code === undefined ? {} : { code }), name: nameOf(person) }
    if (!fresh) return one && { pid: one.pid, name: one.name }
    if (!who.name.trim() || !(who.account.trim() || who.mobile.trim())) return undefined
    return {
      name: who.name.trim(),
      person: {
        name: who.name.trim(),
        account: who.account.trim() || who.mobile.trim(),
        idNumber: known?.idNumber ?? null,
        nhiCardNumber: known?.nhiCardNumber ?? null,
        gender: who.gender,
        birthday: who.birthday || null,
        mobile: who.mobile.trim() || null,
      },
    }
  }
  const send = () => {
    const asked = said()
    if (!asked) return setWrong('who')
    if (number && !/^\d{1,5}$/.test(number)) return setWrong('number')
    if (!consent) return setWrong('consent')
    const { name: called, ...body } = asked
    const clientId = crypto.randomUUID()
    const at = new Date().toISOString()
    keepWork({
      clientId,
      what: 'join',
      eventid: event.id,
      name: called,
      at,
      join: {
        id: clientId,
        eventid: event.id,
        via: fresh && !person ? 'new' : via,
        at,
        ...body,
        ...(number ? { number: Number(number) } : {}),
      },
    })
    onClose({ pid: body.pid ?? null, joining: clientId })
  }
  const text = (field: 'name' | 'account' | 'mobile') => ({
    value: who[field],
    onChange: (e: { target: { value: string } }) => setWho({ ...who, [field]: e.target.value }),
  })
  return (
    <FormModal
      open
      title={t('freeclinic.joinTitle')}
      okText={t('freeclinic.joinOk')}
      cancelText={t('common.cancel')}
      onOk={send}
      onCancel={() => onClose()}
    >
      <FormColumn>
        {person && <ReadBack person={person} />}
        {blind && (
          <>
            <p className="alert info">{t('freeclinic.queue.blind')}</p>
            <Line label={t('freeclinic.name')}>
              {(field) => <Input id={field} maxLength={60} value={name} onChange={(e) => setName(e.target.value)} />}
            </Line>
          </>
        )}
        {!person && !blind && known === null && (
          <Segmented
            aria-label={t('freeclinic.joinTitle')}
            value={fresh ? 'new' : 'known'}
            onChange={(next) => setFresh(next === 'new')}
            options={[
              { value: 'known', label: t('freeclinic.known') },
              { value: 'new', label: t('freeclinic.newPerson') },
            ]}
          />
        )}
        {!person && !blind && known !== null && <p className="alert info">{t('freeclinic.unknownCard')}</p>}
        {!person && !blind && !fresh && (
          <Line label={t('freeclinic.member')} required error={wrong === 'who' ? t('common.required') : undefined}>
            {(field) => (
              <MemberPicker
                id={field}
                single
                unit={event.unit.id}
                value={picked}
                status={wrong === 'who' ? 'error' : ''}
                onChange={setPicked}
              />
            )}
          </Line>
        )}
        {!person && !blind && fresh && (
          <>
            <Line label={t('freeclinic.name')} required error={wrong === 'who' ? t('freeclinic.newWrong') : undefined}>
              {(field) => <Input id={field} maxLength={100} {...text('name')} />}
            </Line>
            <Line label={t('freeclinic.idNumber')} hint={t('freeclinic.idHint')}>
              {(field) => <Input id={field} maxLength={30} {...text('account')} />}
            </Line>
            <Line label={t('freeclinic.mobile')}>
              {(field) => <Input id={field} maxLength={30} inputMode="tel" {...text('mobile')} />}
            </Line>
            <Line label={t('freeclinic.birthday')}>
              {(field) => (
                <Input
                  id={field}
                  type="date"
                  value={who.birthday}
                  onChange={(e) => setWho({ ...who, birthday: e.target.value })}
                />
              )}
            </Line>
            <Segmented
              aria-label={t('freeclinic.sex')}
              value={who.gender}
              onChange={(gender) => setWho({ ...who, gender })}
              options={(['female', 'male'] as const).map((one) => ({ value: one, label: t(`common.sex.${one}`) }))}
            />
          </>
        )}
        <Line
          label={t('freeclinic.paper')}
          hint={t('freeclinic.paperHint')}
          error={wrong === 'number' ? t('freeclinic.paperWrong') : undefined}
        >
          {(field) => (
            <Input
              id={field}
              inputMode="numeric"
              maxLength={5}
              style={{ width: 120 }}
              value={number}
              onChange={(e) => setNumber(e.target.value)}
            />
          )}
        </Line>
        <Checkbox id={id} checked={consent} onChange={(e) => setConsent(e.target.checked)}>
          {t('freeclinic.consent')}
        </Checkbox>
        {wrong === 'consent' && (
          <p className="help err" role="alert">
            {t('freeclinic.consentWrong')}
          </p>
        )}
      </FormColumn>
    </FormModal>
  )
}
