import { addMember, changeMember, getPatientByAccount } from '@teleward/contract/members/endpoints.ts'
import { accountOf, BODY, faultsOf, faultsOfNew } from '@teleward/contract/members/rules.ts'
import { gender } from '@teleward/contract/patients/brief.ts'
import type { MemberDetail, MemberSaid } from '@teleward/contract/members/schema.ts'
import { Input, Select, Switch } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { useFaults } from '../../patterns/useFaults.ts'
import { either } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import type { Choices } from './Filters.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

type FieldName = Exclude<keyof MemberSaid, 'emergencyContact'> | 'unitId'
type Draft = MemberSaid & { unitId?: number | null }
const LANGUAGES = { 'zh-TW': '繁體中文', 'zh-CN': '简体中文', en: 'English' } as const

interface Props {
  /** Undefined: a new member. */
  member: MemberDetail | undefined
  units: Choices['units']
  onClose: () => void
  onDone: (pid: number) => void
  /** Opens the person who turned out to be there already. */
  onFound: (pid: number) => void
}

const saidOf = (member: MemberDetail | undefined): Draft =>
  member
    ? {
        account: member.account,
        name: member.name,
        nameEn: member.nameEn,
        idNumber: member.idNumber,
        gender: member.gender,
        birthday: member.birthday,
        height: member.height,
        weight: member.weight,
        nhiCardNumber: member.nhiCardNumber,
        mobile: member.mobile,
        email: member.email,
        emergencyContact: member.emergencyContact,
        language: (member.language in LANGUAGES ? member.language : 'zh-TW') as MemberSaid['language'],
        vip: member.vip,
      }
    : { vip: false, language: 'zh-TW' }
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/** Adding and changing a member. Faults stand at their fields, before the server is asked and after. */
export function MemberForm({ member, units, onClose, onDone, onFound }: Props) {
  const t = useT()
  const phone = usePhone()
  const [base, setBase] = useState(member)
  const before = saidOf(base)
  const [draft, setDraft] = useState<Draft>(() => ({
    ...saidOf(member),
    ...(member ? {} : { unitId: units.length === 1 ? (units[0]?.id ?? null) : null }),
  }))
  const faults = useFaults()
  const [theirs, setTheirs] = useState<MemberDetail>()
  const found = useHere(member ? null : (draft.account ?? null))

  const changed = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !same(value, before[name as keyof Draft])),
  ) as Draft
  const dirty = member ? Object.keys(changed).length > 0 : Boolean(draft.account || draft.name)
  const onError = (error: unknown) => {
    if (!isApiError(error)) return false
    if (error.code === 'VERSION_STALE') {
      setTheirs(error.data as MemberDetail)
      setBase(error.data as MemberDetail)
      return true
    }
    return faults.take(error)
  }
  const adding = useEndpointMutation(addMember, {
    onDone: ({ pid }) => {
      notify({ kind: 'ok', title: t('members.added', { name: draft.name ?? '' }) })
      onDone(pid)
    },
    onError,
  })
  const changing = useEndpointMutation(changeMember, {
    onDone: ({ pid }) => {
      notify({ kind: 'ok', title: t('members.saved') })
      onDone(pid)
    },
    onError,
  })
  const send = () => {
    const today = isoDay()
    const seen = member ? faultsOf(changed, today) : faultsOfNew(draft, today)
    const words = seen.map(({ path, code }) => ({ path, text: errorText(code) }))
    if (!member && !draft.unitId) words.push({ path: 'unitId', text: errorText('ERR_0002') })
    faults.set(words)
    if (words.length) return
    if (base) changing.mutate({ params: { pid: base.pid }, body: { ...changed, version: base.version } })
    else adding.mutate({ body: draft })
  }
  const put = (next: Draft) => {
    setDraft((now) => ({ ...now, ...next }))
    faults.clear(...Object.keys(next))
  }
  const field = (name: FieldName, children: (id: string) => ReactNode, hint?: string) => (
    <Line
      label={t(`members.form.${name === 'unitId' ? 'unit' : name}`)}
      required={name === 'name' || name === 'account' || name === 'unitId'}
      error={faults.of(name)}
      hint={hint}
      now={theirs && name !== 'unitId' && !same(theirs[name], draft[name]) ? textOf(theirs[name], t) : undefined}
      onTheirs={() => theirs && name !== 'unitId' && put({ [name]: theirs[name] })}
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
  const contact = draft.emergencyContact ?? { name: '', relation: null, phone: null }
  const ofContact = (key: 'name' | 'relation' | 'phone', label: string) => (
    <Line label={label} error={faults.of(`emergencyContact.${key}`)}>
      {(id) => (
        <Input
          id={id}
          status={faults.of(`emergencyContact.${key}`) ? 'error' : ''}
          aria-invalid={faults.of(`emergencyContact.${key}`) ? true : undefined}
          aria-describedby={`${id}-help`}
          maxLength={key === 'name' ? 100 : 30}
          autoComplete="off"
          value={contact[key] ?? ''}
          onChange={(event) => put({ emergencyContact: { ...contact, [key]: event.target.value } })}
        />
      )}
    </Line>
  )
  return (
    <FormDrawer
      open
      title={member ? t('members.editTitle') : t('members.add')}
      width={phone ? 375 : 560}
      dirty={dirty}
      busy={adding.isPending || changing.isPending}
      submit={t('common.save')}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="mform">
        {theirs && (
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
            onChange={(language: MemberSaid['language']) => put({ language })}
          />
        ))}
        {field('vip', (id) => (
          <Switch id={id} checked={draft.vip ?? false} onChange={(vip) => put({ vip })} />
        ))}
        {ofContact('name', t('members.form.contactName'))}
        {ofContact('relation', t('members.form.contactRelation'))}
        {ofContact('phone', t('members.form.contactPhone'))}
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
