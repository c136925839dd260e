import { useState } from 'react';
import { deletePreset, savePreset, type Preset } from '../api/preferences.js';
import { DeletedRow } from '../drawer/deleted-row.js';
import { DisclosureRow } from '../drawer/disclosure-row.js';
import { useDeletions } from '../drawer/use-deletions.js';
import { Button } from '../layout/button.js';
import { TextButton } from '../layout/text-button.js';
import { PresetForm } from './preset-form.js';
import { useSaving } from '../layout/use-saving.js';

interface PresetListProps {
  presets: readonly Preset[];
  onChanged: () => void;
}

const NEW = 'new';

/** The presets, to be written, changed and deleted; those that came with Jarvis stay. */
export function PresetList({ presets, onChanged }: PresetListProps) {
  const [openId, setOpenId] = useState('');
  const [editedId, setEditedId] = useState('');
  const [refusal, saving] = useSaving();
  const deletions = useDeletions({
    remove: (id) => saving(deletePreset(id)).then(onChanged),
    onDeleted: () => undefined,
    onRefused: onChanged,
  });
  const save = (id: string | undefined) => async (text: Pick<Preset, 'name' | 'prompt'>) => {
    await saving(savePreset(id, text));
    setEditedId('');
    onChanged();
  };
  return (
    <>
      <ul aria-label="Presets" className="-mx-4">
        {presets.map((preset) => {
          const { id, name, prompt, isDefault } = preset;
          if (deletions.pending.has(id)) return <li key={id}><DeletedRow title={name} onUndo={() => deletions.undo(id)} /></li>;
          return (
            <li key={id}>
              <DisclosureRow title={name} detail={isDefault ? 'came with Jarvis' : 'your own'} isOpen={id === openId} onToggle={() => setOpenId(id === openId ? '' : id)}>
                {id === editedId ? (
                  <PresetForm preset={preset} onSave={save(id)} onCancel={() => setEditedId('')} />
                ) : (
                  <>
                    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">{prompt}</p>
                    <div className="flex gap-4">
                      <TextButton label={`Edit ${name}`} onPress={() => setEditedId(id)}>Edit</TextButton>
                      {!isDefault && <TextButton label={`Delete ${name}`} onPress={() => deletions.begin(id)}>Delete</TextButton>}
                    </div>
                  </>
                )}
              </DisclosureRow>
            </li>
          );
        })}
      </ul>
      {editedId === NEW ? (
        <PresetForm preset={{ name: '', prompt: '' }} onSave={save(undefined)} onCancel={() => setEditedId('')} />
      ) : (
        <div><Button onClick={() => setEditedId(NEW)}>New preset</Button></div>
      )}
      <p role="status" className="text-error empty:hidden">{refusal}</p>
    </>
  );
}
