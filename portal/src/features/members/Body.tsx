import { type BodyField, bodyFigures } from '@teleward/contract/members/body.ts'
import { changeMember } from '@teleward/contract/members/endpoints.ts'
import { BODY, faultsOf } from '@teleward/contract/members/rules.ts'
import { gender } from '@teleward/contract/patients/brief.ts'
import type { MemberDetail, MemberSaid } from '@teleward/contract/members/schema.ts'
import { Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber, isoDay } from '../../ui/format.ts'
import { Part } from './Part.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

/** BMI, BMR and body fat; what they lack is asked for right here, field by field. */
export function Body({ member, writes }: { member: MemberDetail; writes: boolean }) {
  const figures = bodyFigures(member, isoDay())
  const value = (number: number | null, unit: string, digits: number) =>
    number === null ? <span className="t3">—</span> : <b className="num">{`${formatNumber(number, digits)}${unit}`}</b>
  return (
    <Part title={t('members.detail.body')}>
      <div className="mbodyfig">
        <div>
          <span className="f12 t3">{t('members.detail.bmi')}</span>
          {value(figures.bmi, '', 1)}
        </div>
        <div title={t('members.detail.bmrBy')}>
          <span className="f12 t3">{t('members.detail.bmr')}</span>
          {value(figures.bmr, ' kcal', 0)}
        </div>
        <div title={t('members.detail.fatBy')}>
          <span className="f12 t3">{t('members.detail.bodyFat')}</span>
          {figures.minor ? (
            <span className="t3 f12">{t('members.detail.minor')}</span>
          ) : (
            value(figures.bodyFat, ' %', 1)
          )}
        </div>
      </div>
      {figures.missing.length > 0 && (
        <p className="help c-warn">
          {t('members.detail.missing', {
            fields: figures.missing.map((field) => t(`members.form.${field}`)).join(t('common.patient.separator')),
          })}
        </p>
      )}
      {writes && figures.missing.length > 0 && <Missing member={member} fields={figures.missing} />}
      <p className="help">
        {t('members.detail.bmrBy')}
        {t('common.dot')}
        {t('members.detail.fatBy')}
      </p>
    </Part>
  )
}

type Said = Pick<MemberSaid, BodyField>

function Missing({ member, fields }: { member: MemberDetail; fields: readonly BodyField[] }) {
  const [all, setSaid] = useState<Said>({})
  // What another filled in meanwhile is asked for no more, and stays as it is there.
  const said: Said = Object.fromEntries(Object.entries(all).filter(([field]) => fields.some((one) => one === field)))
  const [faults, setFaults] = useState<readonly string[]>([])
  const saving = useEndpointMutation(changeMember)
  const put = (next: Said) => setSaid((now) => ({ ...now, ...next }))
  const inputs: Record<BodyField, (name: string) => ReactNode> = {
    birthday: (name) => (
      <Input
        type="date"
        max={isoDay()}
        aria-label={name}
        value={said.birthday ?? ''}
        onChange={(event) => put({ birthday: event.target.value || null })}
      />
    ),
    // Only these two have a formula: with another sex the figures stay open.
    gender: (name) => (
      <Select
        aria-label={name}
        placeholder={name}
        value={said.gender ?? null}
        options={gender.options
          .filter((one) => one === 'male' || one === 'female')
          .map((one) => ({ value: one, label: t(`common.sex.${one}`) }))}
        onChange={(next) => put({ gender: next })}
      />
    ),
    height: (name) => (
      <NumberField
        {...BODY.height}
        step={0.1}
        aria-label={name}
        placeholder={name}
        value={said.height}
        onChange={(next) => put({ height: next })}
      />
    ),
    weight: (name) => (
      <NumberField
        {...BODY.weight}
        step={0.1}
        aria-label={name}
        placeholder={name}
        value={said.weight}
        onChange={(next) => put({ weight: next })}
      />
    ),
  }
  const given = Object.values(said).some((value) => value !== null && value !== undefined)
  return (
    <form
      className="mmissing"
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = faultsOf(said, isoDay())
        setFaults(
          wrong.map(({ path, code }) =>
            t('common.pair', { name: t(`members.form.${path as BodyField}`), value: errorText(code) }),
          ),
        )
        if (wrong.length === 0)
          saving.mutate({ params: { pid: member.pid }, body: { version: member.version, ...said } })
      }}
    >
      {fields.map((field) => (
        <span key={field}>{inputs[field](t(`members.form.${field}`))}</span>
      ))}
      <Button type="submit" loading={saving.isPending} disabled={!given}>
        {t('common.save')}
      </Button>
      {faults.length > 0 && (
        <p className="help err" role="alert">
          {faults.join('；')}
        </p>
      )}
    </form>
  )
}
