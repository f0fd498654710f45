import { useShortcutsSetting } from '#lib/keys/shortcuts-setting.ts';
import { Dialog, type DialogOpening } from '../dialog.tsx';
import { SwitchLine } from '../forms/switch.tsx';

/** What a letter does to the row that has the focus, or to the list. */
export interface RowKey {
  key: string;
  /** For the list of shortcuts. */
  label: string;
  run: (rowId: string) => void;
  /** The key needs no row; `run` gets ''. */
  isForList?: boolean;
}

/** The texts of the list of shortcuts. */
export interface ShortcutLabels {
  title: string;
  next: string;
  previous: string;
  enter: string;
  enterKey: string;
  /** Absent when the list has no search. */
  search?: string | undefined;
  help: string;
  /** Names the switch. */
  setting: string;
  settingHint: string;
}

type ShortcutsDialogProps = DialogOpening & { labels: ShortcutLabels; rowKeys: readonly RowKey[] };

/** The keys of a list, and the switch that turns them off. */
export function ShortcutsDialog({ labels, rowKeys, ...dialog }: ShortcutsDialogProps) {
  const [isOn, turn] = useShortcutsSetting();
  const keys = [
    { key: 'j', label: labels.next },
    { key: 'k', label: labels.previous },
    { key: labels.enterKey, label: labels.enter },
    ...rowKeys,
    ...(labels.search ? [{ key: '/', label: labels.search }] : []),
    { key: '?', label: labels.help },
  ];
  return (
    <Dialog {...dialog} title={labels.title}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {keys.map(({ key, label }) => (
          <div key={key} className="contents">
            <dt>
              <kbd
                className={
                  'inline-block min-w-7 rounded-control border border-b-2 border-line-strong bg-sunken ' +
                  'px-2 text-center font-sans text-sm font-semibold'
                }
              >
                {key}
              </kbd>
            </dt>
            <dd className={isOn ? undefined : 'text-muted'}>{label}</dd>
          </div>
        ))}
      </dl>
      <SwitchLine
        className="mt-5 border-t border-line pt-4"
        label={labels.setting}
        hint={labels.settingHint}
        isOn={isOn}
        onTurn={turn}
      />
    </Dialog>
  );
}
