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

export const { TimeTravel } = lazyParts(async () => import('./time/time-travel.tsx'));

export const { RegisterAlarms, SenderAlarm } = lazyParts(async () => ({
  ...(await import('./alarms/register-alarms.tsx')),
  ...(await import('./sender-alarm.tsx')),
}));

/** RSF files: opening one, and what a register from one shows. */
export const { FileNotes, OpenedFile, OpenFiles, StillKnown } = lazyParts(async () => ({
  ...(await import('./files/open-files.tsx')),
  ...(await import('./files/opened-file.tsx')),
}));
