import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { postProfile } from '@teleward/contract/profile/endpoints.ts'
import { divisions } from '@teleward/contract/profile/rules.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { Input, Select } from 'antd'
import { useEndpointMutation } from '../../api/query.ts'
import { language, useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Line } from '../../patterns/FormLines.tsx'
import { SaveBar } from './Form.tsx'
import { saidSaved, takeRefusal } from './saving.ts'
import { usePart } from './usePart.ts'
import { staffTypeText } from '../../patterns/staffType.ts'

const ENABLED = [2, 1, 0] as const

/** Name, title, division; unit and type as they are. */
export function PersonPart({ profile }: { profile: Profile }) {
  const t = useT()
  const { name, nameEn, family_name, title, division, doctorEnable } = profile
  const state = usePart('person', {
    name,
    nameEn: nameEn ?? '',
    family_name: family_name ?? '',
    title: title ?? '',
    division,
    doctorEnable: doctorEnable as 0 | 1 | 2,
  })
  const { value, fault, change } = state
  const act = useEndpointMutation(postProfile, {
    onDone: () => {
      void state.clear()
      saidSaved()
    },
    onError: (error) => takeRefusal(error, state.takeRefusal, 'person.'),
  })
  const save = () => act.mutate({ body: { part: 'person', version: profile.versions.person, person: value } })
  const text = (key: 'name' | 'nameEn' | 'family_name' | 'title', label: string, max: number, required = false) => (
    <Line label={label} required={required} error={fault(key)}>
      {(id, described) => (
        <Input
          id={id}
          aria-describedby={described}
          maxLength={max}
          value={value[key]}
          status={fault(key) ? 'error' : ''}
          onChange={(event) => change({ [key]: event.target.value })}
        />
      )}
    </Line>
  )
  const choices = divisions.map(([own, english]) => ({
    value: own as string,
    label: language() === 'en' ? english : own,
  }))
  const known = !division || choices.some((one) => one.value === division)
  return (
    <>
      <section className="card pcard">
        <div className="row idline">
          <Avatar name={profile.name} seed={profile.mid} size="lg" src={profile.avatar} />
          <div className="grow">
            <b>{either(profile.name, profile.nameEn)}</b>
            <p className="t3 f13">
              {staffTypeText(profile.doctortype)}
              {t('common.dot')}
              {profile.serviceunit.map((unit) => either(unit.name, unit.nameEn)).join(t('common.patient.separator')) ||
                t('common.none')}
            </p>
            <p className="t3 f12">{t('profile.person.byAdmin')}</p>
          </div>
          {profile.verify ? (
            <StatusTag kind="ok" icon={<CheckCircleOutlined />}>
              {t('profile.person.verified')}
            </StatusTag>
          ) : (
            <StatusTag kind="warn" icon={<ClockCircleOutlined />}>
              {t('profile.person.notVerified')}
            </StatusTag>
          )}
        </div>
      </section>
      <section className="card pcard pgrid">
        {text('name', t('profile.person.name'), 60, true)}
        {text('family_name', t('profile.person.family_name'), 30)}
        {text('nameEn', t('profile.person.nameEn'), 100)}
        {text('title', t('profile.person.jobTitle'), 60)}
        <Line label={t('profile.person.division')} error={fault('division')}>
          {(id) => (
            <Select
              id={id}
              className="wide"
              allowClear
              value={value.division}
              onChange={(next) => change({ division: next ?? null })}
              options={known ? choices : [{ value: division, label: division }, ...choices]}
            />
          )}
        </Line>
        <Line label={t('profile.person.enable')}>
          {(id) => (
            <Select
              id={id}
              className="wide"
              value={value.doctorEnable}
              onChange={(next) => change({ doctorEnable: next })}
              options={ENABLED.map((one) => ({ value: one, label: t(`profile.person.enabled.${one}`) }))}
            />
          )}
        </Line>
      </section>
      <SaveBar
        dirty={state.dirty}
        kept={state.kept}
        busy={act.isPending}
        onSave={save}
        onDrop={() => void state.clear()}
      />
    </>
  )
}
