import { KeyOutlined, LockOutlined, SafetyCertificateOutlined, WarningOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { t } from '../i18n/i18n.ts'
import { Avatar } from './Avatar.tsx'
import { formatDate } from './format.ts'
import { StatusTag } from './StatusTag.tsx'

export const VipMark = () => <span className="vip">VIP</span>

/** `null`: not authorised to know; an empty list: none known. The difference matters to who prescribes. */
export function AllergyLine({ allergies, short }: { allergies: readonly string[] | null; short?: boolean }) {
  if (allergies === null)
    return (
      <span className="alg c-warn">
        <WarningOutlined />
        {t('common.patient.allergyUnknown')}
      </span>
    )
  if (allergies.length === 0) return <span className="alg none">{t('common.patient.noAllergy')}</span>
  const list = allergies.join(t('common.patient.separator'))
  return (
    <span className="alg" title={list}>
      <WarningOutlined />
      <span className="ell">{short ? t('common.patient.allergy') : t('common.patient.allergyList', { list })}</span>
    </span>
  )
}

/** In a row of a list there is room for the sign and its word on hover. */
export function AllergySign({ allergies }: { allergies: readonly string[] }) {
  if (allergies.length === 0) return null
  const text = t('common.patient.allergyList', { list: allergies.join(t('common.patient.separator')) })
  return (
    <span className="c-bad" role="img" title={text} aria-label={text}>
      <WarningOutlined />
    </span>
  )
}

export type Authorisation =
  | { state: 'authorised'; until?: string | null }
  | { state: 'none' }
  | { state: 'emergency'; until?: string | null }

export function AuthorisationTag({ value }: { value: Authorisation }) {
  if (value.state === 'emergency')
    return (
      <StatusTag kind="badSolid" icon={<KeyOutlined />}>
        {t('common.patient.emergency')}
      </StatusTag>
    )
  if (value.state === 'none')
    return (
      <StatusTag kind="warn" icon={<LockOutlined />}>
        {t('common.patient.notAuthorised')}
      </StatusTag>
    )
  return (
    <StatusTag kind="ok" icon={<SafetyCertificateOutlined />}>
      {value.until
        ? t('common.patient.authorisedUntil', { date: formatDate(value.until) })
        : t('common.patient.authorised')}
    </StatusTag>
  )
}

interface Props {
  /** The page is about this patient: the name is its heading. */
  heading?: boolean
  pid: number | string
  name: string
  vip?: boolean
  /** Age and sex, ready as words: `ageLabel(birthday)・女`. */
  subtitle: ReactNode
  /** Record number, masked id, unit: each a piece of its own. */
  facts: ReactNode[]
  allergies?: readonly string[] | null
  authorisation?: Authorisation
  /** Buttons at the right end. */
  actions?: ReactNode
}

/** Name, age, sex, id, allergies in red with a word: the same wherever a patient is open. */
export function PatientHeader({ heading, pid, name, vip, subtitle, facts, allergies, authorisation, actions }: Props) {
  const Name = heading ? 'h1' : 'span'
  return (
    <div className="ph">
      <Avatar name={name} seed={pid} size="lg" />
      <div className="grow id">
        <div className="who">
          <Name className="ell" title={name}>
            {name}
          </Name>
          {vip && <VipMark />}
        </div>
        <div className="meta num">
          <span>{subtitle}</span>
          {facts.map((fact, index) => (
            <span key={index}>{fact}</span>
          ))}
        </div>
      </div>
      {allergies !== undefined && (
        <div className="safety">
          <AllergyLine allergies={allergies} />
        </div>
      )}
      {authorisation && <AuthorisationTag value={authorisation} />}
      {actions}
    </div>
  )
}
