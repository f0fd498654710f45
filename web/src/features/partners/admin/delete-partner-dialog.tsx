import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminPartnerLogos } from '#copy/admin/partner-logos.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { LogoPlate } from './logo-plate.tsx';
import { deletePartner, type Partner, partnersQuery, reasonOf } from './partners.data.ts';

const { deleteDialog: copy } = adminPartnerLogos;

/** Names and shows the partner before it is deleted, and deletes it. */
export function DeletePartnerDialog({
  partner,
  ...dialog
}: {
  partner: Partner;
} & DialogOpening) {
  const client = useQueryClient();
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => deletePartner(partner.id),
    onSuccess: () => {
      toast.success(adminPartnerLogos.deleted);
      dialog.onClose();
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
    <ConfirmDialog
      {...dialog}
      title={adminPartnerLogos.deleteTitle}
      description={copy.description(partner.name)}
      labels={{ close: site.close, keep: copy.keep, confirm: copy.confirm }}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      failure={
        remove.isError &&
        !remove.isPending && { title: adminPartnerLogos.formErrors.delete, text: reasonOf(remove.error) }
      }
    >
      <LogoPlate src={partner.imageUrl} alt="" className="mx-auto h-20 w-40 border border-line" />
    </ConfirmDialog>
  );
}
