import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, type Day, going, ready, steps } from './states.ts'

/** Opinions: the list, one in full, what is shown and answered, and the invitation from the record. */
export function opinionStates(server: TestServer, day: Day): State[] {
  const at = going(server)
  const list = at('/opinion', '#content tbody tr[data-row], #content article')
  const opened = steps(list, click('#content tbody tr[data-row], #content article'), ready('.drawer .desc'))
  return [
    { name: 'opinions', shows: ['opinion'], open: list },
    { name: 'an opinion in full', own: '.drawer', shows: ['features/opinions/OpinionDrawer.tsx'], open: opened },
    {
      name: 'an opinion that is declined',
      own: '.ant-drawer',
      shows: ['features/opinions/StepForm.tsx'],
      open: steps(opened, click('.drawer .opdecline'), ready('.ant-drawer textarea')),
    },
    {
      name: 'what an opinion shows',
      own: '#content',
      shows: ['histemplate'],
      open: steps(opened, click('.drawer a.btn.pri'), ready('.oppage .opnote')),
    },
    {
      name: 'an invitation from the record',
      own: '.ant-drawer',
      shows: ['patterns/opinions/InviteDrawer.tsx'],
      open: steps(
        at(`/emr2/${day.open.pid}/${day.open.qid}?panel=history`, '.emr .phbar'),
        click('.opinvite'),
        ready('.ant-drawer .opseen'),
      ),
    },
  ]
}
