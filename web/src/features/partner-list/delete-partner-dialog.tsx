import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminPartnerLogos } from '#copy/admin/partner-logos.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { LogoPlate } from './logo-plate.tsx';
import { deletePartner, type Partner, partnersQuery, reasonOf } from './partner-list.data.ts';

const { deleteDialog: copy } = adminPartnerLogos;

/** Names and shows the partner before it is deleted, and deletes it. */
export function DeletePartnerDialog({
  partner,
  isOpen,
  onClose,
  returnFocus,
}: {
  partner: Partner;
  isOpen: boolean;
  onClose: () => void;
  returnFocus: () => HTMLElement | null;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => deletePartner(partner.id),
    onSuccess: () => {
      toast.success(adminPartnerLogos.deleted);
      onClose();
    },
    onError: (error) => {
      console.warn('The partner was not deleted', error);
      toast.error(adminPartnerLogos.deleteFailed);
    },
    onSettled: () => {
      // The home page that this tab has seen shows the logo still.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries(partnersQuery);
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      isLocked={remove.isPending}
      onClose={onClose}
      closeLabel={site.close}
      title={adminPartnerLogos.deleteTitle}
      description={copy.description(partner.name)}
      returnFocus={returnFocus}
      actions={
        <>
          <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
            {copy.keep}
          </Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {copy.confirm}
          </Button>
        </>
      }
    >
      <LogoPlate src={partner.imageUrl} alt="" className="mx-auto h-20 w-40 border border-line" />
      {remove.isError && !remove.isPending && (
        <div className="mt-4">
          <Banner tone="danger" title={adminPartnerLogos.formErrors.delete}>
            {reasonOf(remove.error)}
          </Banner>
        </div>
      )}
    </Dialog>
  );
}
