import { lazyParts } from '../ui/part.tsx';

// What the frame shows later, if at all. vite.config.ts says which file of code each group is in.

/** The box and the menu of registers, once opened. */
export const { BoxOffers, RegisterChoices, UnknownRegister } = lazyParts(async () => ({
  ...(await import('./one-box/box-offers.tsx')),
  ...(await import('./one-box/register-choices.tsx')),
}));

/** Small parts that need nothing but the frame. */
export const { KeysDialog, LinkingRecords, LiveRemote, OldAddress, RemovedNote, UpdateLine } = lazyParts(
  async () => ({
    ...(await import('../views/help/keys.tsx')),
    ...(await import('./links/linking-records.tsx')),
    ...(await import('./live.tsx')),
    ...(await import('./old-addresses.tsx')),
    ...(await import('./update-line.tsx')),
  }),
);

export const { RegisterAlarms } = lazyParts(async () => import('./alarms/register-alarms.tsx'));
/** Not with the alarms of a register: it is drawn for a link that says what its sender saw, and only then. */
export const { SenderAlarm } = lazyParts(async () => import('./sender-alarm.tsx'));
export const { TimeTravel } = lazyParts(async () => import('./time/time-travel.tsx'));
