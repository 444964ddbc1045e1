import { describe, expect, it } from 'vitest'
import { refusal } from './lib/machine.mjs'
import { handsOn, npm, withPath } from './lib/setup.mjs'

describe('the commands of the README on other platforms', () => {
  it('put the pinned Node first in the path, as the platform writes it', () => {
    const folders = ['/house/node/bin', '/house/.bin']
    expect(withPath(folders, { PATH: '/usr/bin', HOME: '/root' }, 'linux')).toEqual({
      PATH: '/house/node/bin:/house/.bin:/usr/bin',
      HOME: '/root',
    })
    expect(withPath(folders, {}, 'darwin')).toEqual({ PATH: '/house/node/bin:/house/.bin' })
    // Windows spells it `Path`: a second variable beside it would be the one that is read, or not.
    expect(withPath(['C:\\house\\bin'], { Path: 'C:\\Windows', TEMP: 'C:\\T' }, 'win32')).toEqual({
      Path: 'C:\\house\\bin;C:\\Windows',
      TEMP: 'C:\\T',
    })
    // Elsewhere the two are two.
    expect(withPath(['/bin'], { Path: 'mine' }, 'linux')).toEqual({ Path: 'mine', PATH: '/bin' })
  })

  it('start npm by the Node that runs them where npm says where it lies, and by a shell on Windows alone', () => {
    const cli = 'C:\\node\\node_modules\\npm\\bin\\npm-cli.js'
    expect(npm(['ci'], { npm_execpath: cli }, 'win32')).toEqual({
      command: process.execPath,
      args: [cli, 'ci'],
      shell: false,
    })
    expect(npm(['ci'], {}, 'win32')).toEqual({ command: 'npm', args: ['ci'], shell: true })
    expect(npm(['ci'], {}, 'darwin')).toEqual({ command: 'npm', args: ['ci'], shell: false })
    // Another manager keeps to another lock file.
    expect(npm(['ci'], { npm_execpath: '/opt/pnpm/pnpm.cjs' }, 'linux').command).toBe('npm')
  })

  it('hand signals on wherever a signal is no kill, and say where the tests do not run', () => {
    expect(['linux', 'darwin', 'win32'].map((platform) => handsOn(platform))).toEqual([true, true, false])
    expect(['linux', 'darwin'].map((platform) => refusal(platform))).toEqual([undefined, undefined])
    expect(refusal('win32')).toMatch(/WSL/)
  })
})
