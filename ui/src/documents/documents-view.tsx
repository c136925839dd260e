import { useState } from 'react';
import { deleteDocument, fetchDocuments, searchPassages } from '../api/documents.js';
import { DeletedRow } from '../drawer/deleted-row.js';
import { DisclosureRow } from '../drawer/disclosure-row.js';
import { ListView } from '../drawer/list-view.js';
import { useDeletions } from '../drawer/use-deletions.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { dateInWords } from '../layout/date-in-words.js';
import { TextButton } from '../layout/text-button.js';
import { DOCUMENTS_PAGE, PASSAGES_FOUND } from '../limits.js';
import { FileButton } from './file-button.js';
import { IndexLine } from './index-line.js';
import { sizeInWords } from './size-in-words.js';
import { UploadRows } from './upload-rows.js';
import { useUploads } from './use-uploads.js';

/** The documents that Jarvis keeps: added, found by title and by what they say, and deleted. */
export function DocumentsView() {
  const [search, setSearch] = useState('');
  const [openKey, setOpenKey] = useState('');
  const [refusal, setRefusal] = useState('');
  const [version, setVersion] = useState(0);
  const query = search.trim();
  const list = useLoaded(query, async (wanted, signal) => {
    const [page, passages] = await Promise.all([
      fetchDocuments({ limit: DOCUMENTS_PAGE, search: wanted }, signal),
      wanted === '' ? [] : searchPassages(wanted, PASSAGES_FOUND, signal),
    ]);
    return { ...page, passages };
  });
  const changed = () => {
    list.reload();
    setVersion((before) => before + 1);
  };
  const uploads = useUploads(changed);
  const deletions = useDeletions({
    remove: deleteDocument,
    onDeleted: (id) => list.change((value) => ({ ...value, documents: value.documents.filter((one) => one.id !== id) })),
    onRefused: () => {
      setRefusal('A document could not be deleted. It is back in the list.');
      list.reload();
    },
  });
  const loadMore = async () => {
    const cursor = list.value?.nextCursor;
    const page = await fetchDocuments({ limit: DOCUMENTS_PAGE, search: query, cursor }, new AbortController().signal).catch(() => undefined);
    if (page === undefined) return list.reload();
    list.change(({ documents, passages }) => ({ ...page, documents: [...documents, ...page.documents], passages }));
  };
  const toggle = (key: string) => setOpenKey(key === openKey ? '' : key);

  const { documents = [], passages = [] } = list.value ?? {};
  const isEmpty = list.key !== undefined && documents.length === 0 && passages.length === 0;
  const now = new Date();
  return (
    <ListView
      what="documents"
      search={search}
      onSearch={setSearch}
      refusal={refusal}
      problem={list.problem}
      onRetry={list.reload}
      empty={!isEmpty ? '' : list.key === '' ? 'There are no documents yet. Jarvis answers from those that you add: text, Markdown, HTML, PDF and JSON.' : `No document has “${list.key}” in its title or text.`}
      head={
        <>
          <div className="px-4 py-1"><FileButton isMultiple onFiles={uploads.add}>Add documents</FileButton></div>
          <UploadRows uploads={uploads} />
          <IndexLine version={version} />
        </>
      }
      onMore={list.value?.nextCursor === undefined ? undefined : () => void loadMore()}
    >
      {documents.map(({ id, title, source, sizeBytes, createdAt }) => (
        <li key={id}>
          {deletions.pending.has(id) ? (
            <DeletedRow title={title} onUndo={() => deletions.undo(id)} />
          ) : (
            <DisclosureRow title={title} detail={[dateInWords(createdAt, now), sizeInWords(sizeBytes), source === 'upload' ? '' : `from ${source}`].filter(Boolean).join(' · ')} isOpen={openKey === id} onToggle={() => toggle(id)}>
              <TextButton label={`Delete ${title}`} onPress={() => deletions.begin(id)}>Delete</TextButton>
            </DisclosureRow>
          )}
        </li>
      ))}
      {passages.map(({ id, text, place }) => (
        <li key={id}>
          <DisclosureRow title={text} detail={place} isOpen={openKey === `passage ${id}`} onToggle={() => toggle(`passage ${id}`)}>{null}</DisclosureRow>
        </li>
      ))}
    </ListView>
  );
}
