import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, openSync, closeSync, ftruncateSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from './house.ts'

/** A disk whose plug can be pulled: an ext4 file system on a loop device, whose image file is the platter. */
export interface Disk {
  mounted: string
  /**
   * From this moment nothing reaches the platter any more, and what was not flushed is gone: the file system is shut
   * down without its log. The loop device goes past the host's page cache, so nothing lies there, either.
   */
  pull(): void
  /** The platter as it was then, copied and mounted elsewhere, its journal replayed as after a power cut. */
  elsewhere(): string
  remove(): void
}

const BYTES = 1536 * 1024 * 1024
/** EXT4_IOC_SHUTDOWN, and EXT4_GOING_FLAGS_NOLOGFLUSH. */
const SHUTDOWN = 'open(my $f, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($f, 0x8004587d, $how) or die $!'

function run(command: string, ...args: string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr || done.error?.message}`)
  return done.stdout.trim()
}

/** Why this machine has no such disk; `undefined` where it has. */
export function noDisk(): string | undefined {
  if (process.platform !== 'linux') return 'loop devices need Linux'
  if (process.getuid?.() !== 0) return 'mounting needs root'
  try {
    makeDisk(64 * 1024 * 1024).remove()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : String(error)
  }
}

export function makeDisk(bytes = BYTES): Disk {
  const folder = scratch('disk')
  // The database server runs as another user than the test.
  chmodSync(folder.path, 0o755)
  const image = join(folder.path, 'platter')
  const copy = join(folder.path, 'copy')
  const devices: string[] = []
  const mounts: string[] = []
  const remove = () => {
    for (const mount of mounts.reverse()) spawnSync('umount', [mount])
    for (const device of devices) spawnSync('losetup', ['--detach', device])
    folder.remove()
  }
  const mount = (file: string, name: string): string => {
    const device = run('losetup', '--direct-io=on', '--find', '--show', file)
    devices.push(device)
    if (run('losetup', '--noheadings', '--output', 'DIO', device) !== '1')
      throw new Error('the loop device has no direct I/O: what it holds would not be what was flushed')
    const at = join(folder.path, name)
    mkdirSync(at)
    run('mount', '-t', 'ext4', device, at)
    mounts.push(at)
    return at
  }
  try {
    const file = openSync(image, 'w')
    ftruncateSync(file, bytes)
    closeSync(file)
    run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
    const mounted = mount(image, 'disk')
    if (!existsSync('/usr/bin/perl')) throw new Error('perl is needed to pull the plug')
    return {
      mounted,
      pull: () => void run('perl', '-e', SHUTDOWN, mounted),
      elsewhere: () => {
        run('cp', '--sparse=always', image, copy)
        return mount(copy, 'elsewhere')
      },
      remove,
    }
  } catch (error) {
    remove()
    throw error
  }
}
