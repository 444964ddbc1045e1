import { changeGroup, chatDoctors, chatGroups } from '@teleward/contract/chat/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { mutateEndpoint, endpointQuery, showError, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line, useRefusal } from '../../patterns/FormLines.tsx'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirmAct } from '../../ui/notify.ts'
import { NOBODY, pick, toDo, withPicked } from './group-people.ts'

interface Props {
  /** Without it a group is made. */
  id: number | undefined
  onClose: () => void
  onMade: (id: number) => void
  onLeft: () => void
}
/** Colleagues to choose among: all pages, for an institution has a few hundred at most. */
async function everybody() {
  const people: { value: number; label: string }[] = []
  for (let page = 1, more = true; more && page <= 25; page += 1) {
    const answer = await call(chatDoctors, { query: { page } })
    people.push(...answer.contacts.map(({ mid, dname, dnameEn }) => ({ value: mid, label: either(dname, dnameEn) })))
    more = answer.more
  }
  return people
}

/** A name and people; of one that is there also who goes, and oneself. */
export function GroupForm({ id, onClose, onMade, onLeft }: Props) {
  const t = useT()
  const me = useMe()
  const refusal = useRefusal()
  const { data: groups } = useQuery({ ...endpointQuery(chatGroups, {}), enabled: id !== undefined })
  const group = groups?.find((one) => one.id === id)
  const [name, setName] = useState<string>()
  const [picked, setPicked] = useState(NOBODY)
  const [busy, setBusy] = useState(false)
  const people = useQuery({ queryKey: ['chat', 'everybody'], meta: { tags: ['chat'] }, queryFn: everybody })
  // As it is now: others may manage it while this form is open.
  const now = (group?.members ?? []).map(({ mid }) => mid).filter((mid) => mid !== me.mid)
  const shownName = name ?? group?.name ?? ''
  const chosen = withPicked(now, picked)
  const make = useEndpointMutation(changeGroup, {
    onDone: (made) => {
      onClose()
      if (made) onMade(made.id)
    },
    onError: (error) => refusal.take(error, error.fields[0]?.path),
  })
  /** Step by step: what is done is done, and the first refusal stops the rest. */
  const change = async () => {
    if (id === undefined) return
    setBusy(true)
    try {
      if (shownName.trim() !== group?.name)
        await mutateEndpoint(changeGroup, { body: { action: 'rename', id, name: shownName } })
      const { added, gone } = toDo(now, picked)
      if (added.length) await mutateEndpoint(changeGroup, { body: { action: 'add', id, members: [...added] } })
      if (gone.length) await mutateEndpoint(changeGroup, { body: { action: 'remove', id, members: [...gone] } })
      onClose()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const leave = async () => {
    if (id === undefined || !group) return
    const yes = await confirmAct({
      title: t('chat.group.leaveTitle', { name: group.name }),
      text: t('chat.group.leaveText'),
      ok: t('chat.group.leave'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      await mutateEndpoint(changeGroup, { body: { action: 'leave', id } })
      onClose()
      onLeft()
    } catch (error) {
      showError(error)
    }
  }
  const options = [
    ...(people.data ?? []),
    ...(group?.members ?? [])
      .filter(({ mid }) => mid !== me.mid && !people.data?.some(({ value }) => value === mid))
      .map((one) => ({ value: one.mid, label: nameOf(one) })),
  ]
  return (
    <FormDrawer
      open
      title={t(id === undefined ? 'chat.group.new' : 'chat.group.manage')}
      dirty={name !== undefined || picked.added.length > 0 || picked.gone.length > 0}
      // Until the group is here there is nothing to compare with, and nothing to leave.
      busy={busy || make.isPending || (id !== undefined && !group)}
      submit={t(id === undefined ? 'chat.group.make' : 'common.save')}
      onSubmit={() => {
        refusal.clear()
        if (id === undefined) make.mutate({ body: { action: 'create', name: shownName, members: chosen } })
        else void change()
      }}
      onClose={onClose}
      footnote={
        group && (
          <Button kind="bad" onClick={() => void leave()}>
            {t('chat.group.leave')}
          </Button>
        )
      }
    >
      <FormColumn>
        <Line label={t('chat.group.name')} required error={refusal.of('name')}>
          {(field, described) => (
            <Input
              id={field}
              aria-describedby={described}
              maxLength={60}
              value={shownName}
              status={refusal.of('name') ? 'error' : ''}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Line>
        <Line label={t('chat.group.members')} required error={refusal.of('members')} hint={t('chat.group.membersHint')}>
          {(field, described) => (
            <Select
              id={field}
              aria-describedby={described}
              className="wide"
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen}
              status={refusal.of('members') ? 'error' : ''}
              loading={people.isPending}
              options={options}
              onChange={(next: number[]) => setPicked(pick(now, picked, next))}
            />
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}
