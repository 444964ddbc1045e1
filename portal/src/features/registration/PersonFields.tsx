import { getInstitutions } from '@teleward/contract/registration/endpoints.ts'
import { accountOf, registrableTypes } from '@teleward/contract/registration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Field } from '../../ui/Field.tsx'
import type { Form } from './useForm.ts'
import { staffTypeText } from '../../patterns/staffType.ts'

interface Props {
  form: Form
  change: (next: Partial<Form>) => void
  said: (field: string) => string | undefined
  /** The institution the address names. */
  asked: string | undefined
}

/** Who one is, and where one will work. */
export function PersonFields({ form, change, said, asked }: Props) {
  const { t } = useI18n()
  const known = accountOf(form.account)
  return (
    <>
      <div className="fi">
        <Field
          id="account"
          label={t('entry.register.account')}
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          autoFocus
          value={form.account}
          error={said('account')}
          note={
            <div className="help">
              {known
                ? t('entry.register.recognised', { kind: t(`entry.register.kind.${known.kind}`) })
                : t('entry.register.accountHint')}
            </div>
          }
          onChange={(event) => change({ account: event.target.value })}
        />
      </div>
      <div className="fi">
        <Field
          id="name"
          label={t('entry.register.name')}
          autoComplete="name"
          maxLength={60}
          value={form.name}
          error={said('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
      </div>
      <div className="fi">
        <Field
          id="phone"
          type="tel"
          inputMode="tel"
          label={t('entry.register.phone')}
          autoComplete="tel"
          maxLength={30}
          value={form.phone}
          error={said('phone')}
          note={<div className="help">{t('entry.register.phoneHint')}</div>}
          onFocus={() => !form.phone && known?.kind === 'mobile' && change({ phone: known.account })}
          onChange={(event) => change({ phone: event.target.value })}
        />
      </div>
      <div className="fi">
        <label className="lab" htmlFor="doctortype">
          {t('entry.register.type')}
        </label>
        <select
          id="doctortype"
          value={form.doctortype}
          onChange={(event) => change({ doctortype: event.target.value })}
        >
          {registrableTypes.map((type) => (
            <option key={type} value={type}>
              {staffTypeText(type)}
            </option>
          ))}
        </select>
      </div>
      <PartnerField form={form} change={change} error={said('partnerid')} asked={asked} />
    </>
  )
}

function PartnerField({
  form,
  change,
  error,
  asked,
}: Pick<Props, 'form' | 'change' | 'asked'> & { error: string | undefined }) {
  const { t, language } = useI18n()
  const [typed, setTyped] = useState(asked ?? form.partner?.name ?? '')
  const { data } = useQuery({
    ...endpointQuery(getInstitutions, { query: { q: typed.trim() } }),
    enabled: typed.trim() !== '' && typed !== form.partner?.name,
  })
  const nameOf = (one: { name: string; nameEn: string | null }) => (language === 'en' && one.nameEn) || one.name
  const choose = (one: { id: number; name: string; nameEn: string | null }) => {
    change({ partner: { id: one.id, name: nameOf(one) } })
    setTyped(nameOf(one))
  }
  const only = asked && !form.partner && data?.length === 1 ? data[0] : undefined
  useEffect(() => {
    if (only) choose(only)
  })
  const found = typed === form.partner?.name ? [] : (data ?? [])
  return (
    <div className="fi">
      <Field
        id="partner"
        label={t('entry.register.partner')}
        autoComplete="off"
        maxLength={60}
        value={typed}
        error={error}
        note={
          <div className="help">
            {data?.length === 0 ? t('entry.register.noPartner') : t('entry.register.partnerHint')}
          </div>
        }
        onChange={(event) => {
          setTyped(event.target.value)
          if (form.partner) change({ partner: null })
        }}
      />
      {found.length > 0 && (
        <ul className="picks">
          {found.map((one) => (
            <li key={one.id}>
              <button type="button" aria-pressed={form.partner?.id === one.id} onClick={() => choose(one)}>
                {nameOf(one)} <span className="t3 num">{one.id}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
