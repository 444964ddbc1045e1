import { addMember, changeMember, getPatientByAccount } from '@teleward/contract/members/endpoints.ts'
import { accountOf, BODY, faultsOf, faultsOfNew } from '@teleward/contract/members/rules.ts'
import { gender } from '@teleward/contract/patients/brief.ts'
import type { MemberDetail } from '@teleward/contract/members/schema.ts'
import { Input, Select, Switch } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { askOdd } from '../../patterns/askOdd.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { useSharedForm } from '../../patterns/sharedForm.ts'
import { useFaults } from '../../patterns/useFaults.ts'
import { either } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import type { Choices } from './Filters.tsx'
import { fieldsOf, LANGUAGES, type MemberFields, plainOf, saidOf } from './member-fields.ts'
import { NumberField } from '../../ui/NumberField.tsx'

type FieldName = keyof MemberFields
type ContactField = 'contactName' | 'contactRelation' | 'contactPhone'
/** As the server names a part of the contact in a fault. */
const FAULT_OF = {
  contactName: 'emergencyContact.name',
  contactRelation: 'emergencyContact.relation',
  contactPhone: 'emergencyContact.phone',
} as const

interface Props {
  /** Undefined: a new member. */
  member: MemberDetail | undefined
  units: Choices['units']
  onClose: () => void
  onDone: (pid: number) => void
  /** Opens the person who turned out to be there already. */
  onFound: (pid: number) => void
}

/** Adding and changing a member. Faults stand at their fields, before the server is asked and after. */
export function MemberForm({ member, units, onClose, onDone, onFound }: Props) {
  const t = useT()
  const phone = usePhone()
  const [base, setBase] = useState(member)
  const [stale, setStale] = useState(false)
  const live: MemberFields = base
    ? fieldsOf(base)
    : { vip: false, language: 'zh-TW', unitId: units.length === 1 ? (units[0]?.id ?? null) : null }
  const form = useSharedForm<MemberFields>(live, undefined, {
    screen: 'member',
    subject: member ? String(member.pid) : '',
  })
  const { fields: draft, changed, theirs, dirty: touched, set, take } = form
  const faults = useFaults()
  const found = useHere(member ? null : (draft.account ?? null))
  const dirty = member ? touched : Boolean(draft.account || draft.name)
  const onError = (error: unknown) => {
    if (!isApiError(error)) return false
    if (error.code === 'VERSION_STALE') {
      setStale(true)
      setBase(error.data as MemberDetail)
      return true
    }
    return faults.take(error)
  }
  const adding = useEndpointMutation(addMember, {
    onDone: ({ pid }) => {
      notify({ kind: 'ok', title: t('members.added', { name: draft.name ?? '' }) })
      form.kept.clear()
      onDone(pid)
    },
    onError: (error, { body }) =>
      askOdd(error, () => adding.mutate({ body: { ...body, confirmed: true } })) || onError(error),
  })
  const changing = useEndpointMutation(changeMember, {
    onDone: ({ pid }) => {
      notify({ kind: 'ok', title: t('members.saved') })
      form.kept.clear()
      onDone(pid)
    },
    onError: (error, { params, body }) =>
      askOdd(error, () => changing.mutate({ params, body: { ...body, confirmed: true } })) || onError(error),
  })
  const send = () => {
    const today = isoDay()
    const said = saidOf(changed, draft)
    const seen = member ? faultsOf(said, today) : faultsOfNew(said, today)
    const words = seen.map(({ path, code }) => ({ path, text: errorText(code) }))
    if (!member && !draft.unitId) words.push({ path: 'unitId', text: errorText('ERR_0002') })
    faults.set(words)
    if (words.length) return
    if (base) changing.mutate({ params: { pid: base.pid }, body: { ...said, version: base.version } })
    else adding.mutate({ body: { vip: false, language: 'zh-TW', unitId: draft.unitId ?? null, ...said } })
  }
  const put = (next: MemberFields) => {
    set(plainOf(next, live))
    faults.clear(...Object.keys(next).map((name) => FAULT_OF[name as ContactField] ?? name))
  }
  /** What somebody else has made of a field that was changed here as well. */
  const theirsOf = (name: FieldName) => ({
    now: name in theirs ? textOf(theirs[name], t) : undefined,
    onTheirs: () => take(name),
  })
  const field = (name: FieldName, children: (id: string) => ReactNode, hint?: string) => (
    <Line
      label={t(`members.form.${name === 'unitId' ? 'unit' : name}`)}
      required={name === 'name' || name === 'account' || name === 'unitId'}
      error={faults.of(FAULT_OF[name as ContactField] ?? name)}
      hint={hint}
      {...theirsOf(name)}
    >
      {children}
    </Line>
  )
  const text = (
    name: 'account' | 'name' | 'nameEn' | 'idNumber' | 'nhiCardNumber' | 'mobile' | 'email',
    hint?: string,
  ) =>
    field(
      name,
      (id) => (
        <Input
          id={id}
          value={draft[name] ?? ''}
          maxLength={name === 'email' ? 120 : 60}
          status={faults.of(name) ? 'error' : ''}
          aria-invalid={faults.of(name) ? true : undefined}
          aria-describedby={`${id}-help`}
          autoComplete="off"
          inputMode={name === 'nhiCardNumber' ? 'numeric' : undefined}
          onChange={(event) => put({ [name]: event.target.value })}
        />
      ),
      hint,
    )
  const number = (name: 'height' | 'weight') =>
    field(name, (id) => (
      <NumberField
        id={id}
        className="wide"
        {...BODY[name]}
        step={0.1}
        value={draft[name] ?? null}
        status={faults.of(name) ? 'error' : ''}
        onChange={(value) => put({ [name]: value })}
      />
    ))
  const ofContact = (name: ContactField) =>
    field(name, (id) => (
      <Input
        id={id}
        status={faults.of(FAULT_OF[name]) ? 'error' : ''}
        aria-invalid={faults.of(FAULT_OF[name]) ? true : undefined}
        aria-describedby={`${id}-help`}
        maxLength={name === 'contactName' ? 100 : 30}
        autoComplete="off"
        value={draft[name] ?? ''}
        onChange={(event) => put({ [name]: event.target.value })}
      />
    ))
  return (
    <FormDrawer
      open
      title={member ? t('members.editTitle') : t('members.add')}
      width={phone ? 375 : 560}
      dirty={dirty}
      busy={adding.isPending || changing.isPending}
      submit={t('common.save')}
      onSubmit={send}
      kept={form.kept}
      onClose={onClose}
    >
      <div className="mform">
        {stale && (
          <div className="alert warn" role="alert">
            <div>
              <b>{t('members.form.stale')}</b>
              <div>{t('members.form.staleText')}</div>
            </div>
          </div>
        )}
        {!member &&
          units.length !== 1 &&
          field('unitId', (id) => (
            <Select
              id={id}
              className="wide"
              value={draft.unitId ?? null}
              status={faults.of('unitId') ? 'error' : ''}
              options={units.map((one) => ({ value: one.id, label: either(one.name, one.nameEn) }))}
              onChange={(unitId: number) => put({ unitId })}
            />
          ))}
        {text('account', t('members.form.accountHint'))}
        {found !== null && (
          <div className="alert info whole" role="status">
            <span className="grow">{t('members.form.here')}</span>
            <Button size="sm" onClick={() => onFound(found)}>
              {t('members.form.open')}
            </Button>
          </div>
        )}
        {text('name')}
        {text('nameEn')}
        {text('idNumber')}
        {field('gender', (id) => (
          <Select
            id={id}
            className="wide"
            allowClear
            value={draft.gender ?? null}
            options={gender.options.map((one) => ({ value: one, label: t(`common.sex.${one}`) }))}
            onChange={(next) => put({ gender: next ?? null })}
          />
        ))}
        {field('birthday', (id) => (
          <Input
            id={id}
            type="date"
            max={isoDay()}
            value={draft.birthday ?? ''}
            status={faults.of('birthday') ? 'error' : ''}
            onChange={(event) => put({ birthday: event.target.value || null })}
          />
        ))}
        {number('height')}
        {number('weight')}
        {text('nhiCardNumber', t('members.form.nhiHint'))}
        {text('mobile')}
        {text('email')}
        {field('language', (id) => (
          <Select
            id={id}
            className="wide"
            value={draft.language ?? 'zh-TW'}
            options={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as 'en', label }))}
            onChange={(language: MemberFields['language']) => put({ language })}
          />
        ))}
        {field('vip', (id) => (
          <Switch id={id} checked={draft.vip ?? false} onChange={(vip) => put({ vip })} />
        ))}
        {ofContact('contactName')}
        {ofContact('contactRelation')}
        {ofContact('contactPhone')}
      </div>
    </FormDrawer>
  )
}

function textOf(value: unknown, t: ReturnType<typeof useT>): string {
  if (value === null || value === undefined || value === '') return t('members.mrg.empty')
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  const text = String(value)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text) : text
}

interface LineProps {
  label: string
  required?: boolean
  error?: string | undefined
  hint?: string | undefined
  /** What stands there now, where somebody else changed it. */
  now?: string | undefined
  onTheirs?: () => void
  children: (id: string) => ReactNode
}
export function Line({ label, required, error, hint, now, onTheirs, children }: LineProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="mline">
      <FieldLabel id={id} required={required}>
        {label}
      </FieldLabel>
      {children(id)}
      <div id={`${id}-help`} aria-live="polite">
        {error ? <p className="help err">{error}</p> : hint && <p className="help">{hint}</p>}
        {now !== undefined && (
          <p className="help c-warn">
            {t('members.form.theirs', { value: now })}{' '}
            <Button kind="text" size="sm" onClick={onTheirs}>
              {t('members.form.takeTheirs')}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

const LOOK_MS = 400
/** Whether the account is a member of one's own units already; of anybody else nothing is known before saving. */
function useHere(account: string | null): number | null {
  const plain = account ? accountOf(account) : null
  const [found, setFound] = useState<{ account: string; pid: number } | null>(null)
  const asked = useRef('')
  useEffect(() => {
    if (!plain || asked.current === plain) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      asked.current = plain
      call(getPatientByAccount, { body: { account: plain } }, { signal: stop.signal }).then(
        ({ pid }) => setFound({ account: plain, pid }),
        // Not here, or not to be told: saving says what there is to say.
        () => setFound(null),
      )
    }, LOOK_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [plain])
  return found && found.account === plain ? found.pid : null
}
