import { FilterOutlined } from '@ant-design/icons'
import type { getMemberFilter } from '@teleward/contract/members/endpoints.ts'
import type { EndpointData } from '@teleward/contract/core/endpoint.ts'
import { Input, Segmented, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { formatDate } from '../../ui/format.ts'
import { Count } from '../../ui/StatusTag.tsx'
import type { MarkParts } from './marks.tsx'
import type { MemberChange, MemberSearch } from './search.ts'
import { NumberField } from '../../ui/NumberField.tsx'

export type Choices = EndpointData<typeof getMemberFilter>
interface Props {
  value: MemberSearch
  q: string
  choices: Choices | undefined
  register: boolean
  parts: MarkParts
  onSearch: (q: string) => void
  change: (next: MemberChange) => void
}

/** The row over the list: search, VIP, and the rest behind one button. */
export function Filters({ value, q, choices, register, parts, onSearch, change }: Props) {
  const on = chipsOf({ ...value, vip: undefined }, choices).length
  return (
    <>
      <SearchBox value={q} placeholder={t('members.search')} onSearch={onSearch} />
      <Segmented
        aria-label={t('members.filter.vip')}
        value={value.vip ?? ''}
        onChange={(next) => change({ vip: next === '' ? undefined : (next as '0' | '1') })}
        options={[
          { value: '', label: t('common.all') },
          { value: '0', label: t('members.filter.patients') },
          { value: '1', label: 'VIP' },
        ]}
      />
      <Disclosure
        label={t('common.filter')}
        button={
          <>
            <FilterOutlined />
            {t('common.filter')}
            {on > 0 && <Count value={on} kind="pri" />}
          </>
        }
      >
        <Panel value={value} choices={choices} register={register} parts={parts} change={change} />
      </Disclosure>
    </>
  )
}

const Line = ({ label, children, note }: { label: string; children: ReactNode; note?: string }) => (
  <div className="mline">
    <span className="lab">{label}</span>
    {children}
    {note && <span className="help">{note}</span>}
  </div>
)

type PanelProps = Pick<Props, 'value' | 'choices' | 'register' | 'parts' | 'change'>
function Panel({ value, choices, register, parts, change }: PanelProps) {
  const pick = <K extends keyof MemberSearch>(
    key: K,
    label: string,
    options: readonly { value: NonNullable<MemberSearch[K]>; label: string }[],
    note?: string,
  ) => (
    <Line label={label} {...(note ? { note } : {})}>
      <Select
        allowClear
        aria-label={label}
        placeholder={t('members.filter.everybody')}
        value={value[key] as never}
        onChange={(next: MemberSearch[K] | undefined) => change({ [key]: next } as MemberChange)}
        showSearch={{ optionFilterProp: 'label' }}
        options={options as never}
      />
    </Line>
  )
  const age = (key: 'ageFrom' | 'ageTo') => (
    <NumberField
      filter
      min={0}
      max={130}
      precision={0}
      aria-label={`${t('members.filter.age')} ${t(`members.filter.${key}`)}`}
      placeholder={t(`members.filter.${key}`)}
      value={value[key] ?? null}
      onChange={(next) => change({ [key]: next ?? undefined })}
    />
  )
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="filterform">
      {(choices?.units.length ?? 0) > 1 &&
        pick(
          'unit',
          t('members.filter.unit'),
          (choices?.units ?? []).map((one) => ({ value: one.id, label: either(one.name, one.nameEn) })),
        )}
      {pick(
        'identity',
        t('members.filter.identity'),
        (choices?.identities ?? []).map((one) => ({ value: one, label: t(`members.identity.${one}`) })),
      )}
      {pick(
        'gender',
        t('members.filter.gender'),
        (choices?.genders ?? []).map((one) => ({ value: one, label: t(`common.sex.${one}`) })),
      )}
      <Line label={t('members.filter.age')}>
        <span className="row">
          {age('ageFrom')}–{age('ageTo')}
        </span>
      </Line>
      {pick(
        'condition',
        t('members.filter.condition'),
        (choices?.conditions ?? []).map((one) => ({ value: one, label: one })),
        t('members.filter.conditionNote'),
      )}
      {pick('did', t('members.filter.doctor'), named(choices?.doctors ?? []))}
      {parts.watched &&
        (choices?.groups.length ?? 0) > 0 &&
        pick(
          'group',
          t('members.filter.group'),
          (choices?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
        )}
      {parts.managers &&
        (choices?.managers.length ?? 0) > 0 &&
        pick('manager', t('members.filter.manager'), named(choices?.managers ?? []))}
      {pick(
        'memberStatus',
        t('members.filter.status'),
        (choices?.statuses ?? []).map((one) => ({ value: one, label: t(`members.status.${one}`) })),
      )}
      {register && (
        <>
          {pick('mobilecode', t('members.filter.mobile'), [
            { value: '1', label: t('members.verified') },
            { value: '0', label: t('members.unverified') },
          ])}
          {pick('createdBy', t('members.filter.createdBy'), named(choices?.creators ?? []))}
          <Line label={t('members.filter.createdFrom')}>
            <Input
              type="date"
              aria-label={t('members.filter.createdFrom')}
              value={value.createdFrom ?? ''}
              onChange={(event) => change({ createdFrom: event.target.value || undefined })}
            />
          </Line>
          <Line label={t('members.filter.createdTo')}>
            <Input
              type="date"
              aria-label={t('members.filter.createdTo')}
              value={value.createdTo ?? ''}
              onChange={(event) => change({ createdTo: event.target.value || undefined })}
            />
          </Line>
          <Line label={t('members.filter.duplicate')}>
            <Switch
              checked={value.duplicate === '1'}
              aria-label={t('members.filter.duplicate')}
              onChange={(next) => change({ duplicate: next ? '1' : undefined })}
            />
          </Line>
        </>
      )}
    </div>
  )
}

interface ChipOf {
  key: string
  label: string
  off: MemberChange
}
/** Every filter that is on, in words, and how it goes off. */
export function chipsOf(value: MemberSearch, choices: Choices | undefined): ChipOf[] {
  const chips: ChipOf[] = []
  const put = (
    key: keyof MemberSearch,
    name: string,
    said: string | undefined,
    off: MemberChange = { [key]: undefined },
  ) => {
    if (said !== undefined) chips.push({ key, label: t('members.filter.value', { name, value: said }), off })
  }
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number | undefined) =>
    id === undefined ? undefined : (list?.find((one) => one.id === id)?.name ?? String(id))
  put('unit', t('members.filter.unit'), nameIn(choices?.units, value.unit))
  if (value.vip)
    chips.push({
      key: 'vip',
      label: t(value.vip === '1' ? 'members.filter.onlyVip' : 'members.filter.onlyPatients'),
      off: { vip: undefined },
    })
  put('identity', t('members.filter.identity'), value.identity && t(`members.identity.${value.identity}`))
  put('gender', t('members.filter.gender'), value.gender && t(`common.sex.${value.gender}`))
  if (value.ageFrom !== undefined || value.ageTo !== undefined)
    put('ageFrom', t('members.filter.age'), `${value.ageFrom ?? 0}–${value.ageTo ?? 130}`, {
      ageFrom: undefined,
      ageTo: undefined,
    })
  put('condition', t('members.filter.condition'), value.condition)
  put('did', t('members.filter.doctor'), nameIn(choices?.doctors, value.did))
  put(
    'group',
    t('members.filter.group'),
    value.group && (choices?.groups.find(({ id }) => id === value.group)?.name ?? t('members.filter.gone')),
  )
  put('manager', t('members.filter.manager'), nameIn(choices?.managers, value.manager))
  if (value.memberStatus !== 'active')
    put('memberStatus', t('members.filter.status'), t(`members.status.${value.memberStatus}`), {
      memberStatus: 'active',
    })
  put(
    'mobilecode',
    t('members.filter.mobile'),
    value.mobilecode && t(value.mobilecode === '1' ? 'members.verified' : 'members.unverified'),
  )
  put('createdBy', t('members.filter.createdBy'), nameIn(choices?.creators, value.createdBy))
  put('createdFrom', t('members.filter.createdFrom'), value.createdFrom && formatDate(value.createdFrom))
  put('createdTo', t('members.filter.createdTo'), value.createdTo && formatDate(value.createdTo))
  if (value.duplicate)
    chips.push({ key: 'duplicate', label: t('members.filter.duplicate'), off: { duplicate: undefined } })
  return chips
}
