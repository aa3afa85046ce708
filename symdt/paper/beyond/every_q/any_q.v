(* The rule of a disintegrable loss, for any number q of arcs and any joint posterior (Example 3 and after it).

   A state s and an action t are lists of q truth values: is arc j there, is it chosen?  Arc j costs f_j if it is
   chosen and absent and m_j if it is there and left out; the loss of t at s is the sum over the arcs; p s is the
   posterior probability of s, any joint distribution; risk t is the expected loss.

   bayes_actions:  t is a Bayes action iff every chosen arc has R_0 - R_j >= 0 and every other one R_0 - R_j <= 0.
   comparison:     the comparison of arc j is m_j pi_j - f_j (1 - pi_j), with pi_j = P(arc j | D).
   threshold:      it is (f_j + m_j)(pi_j - tau_j), tau_j = f_j/(f_j + m_j).
   all_others:     R_0 - R_t is the sum of the comparisons of the arcs of t: from q of them all others follow.
   bayes_risk:     the least risk is the sum over the arcs of min(m_j pi_j, f_j (1 - pi_j)).                      *)
From Coq Require Import Reals List Lra Lia.
Import ListNotations.
Open Scope R_scope.

Definition arcs := list (R * R).                          (* for each arc (f, m) *)
Definition cell (f m : R) (s t : bool) : R := if s then (if t then 0 else m) else (if t then f else 0).
Fixpoint loss (a : arcs) (s t : list bool) : R :=
  match a, s, t with (f, m) :: a', x :: s', y :: t' => cell f m x y + loss a' s' t' | _, _, _ => 0 end.
Fixpoint total (q : nat) (w : list bool -> R) : R :=      (* the sum of w over all states of q arcs *)
  match q with O => w [] | S q' => total q' (fun s => w (true :: s)) + total q' (fun s => w (false :: s)) end.
Definition risk (a : arcs) (p : list bool -> R) (t : list bool) : R :=
  total (length a) (fun s => p s * loss a s t).
Definition without (p : list bool -> R) : list bool -> R := fun s => p (true :: s) + p (false :: s).

(* For each arc (pi, u): the probabilities that it is there and that it is not; and its comparison R_0 - R_j. *)
Fixpoint inclusion (q : nat) (p : list bool -> R) : list (R * R) :=
  match q with
  | O => []
  | S q' => (total q' (fun s => p (true :: s)), total q' (fun s => p (false :: s))) :: inclusion q' (without p)
  end.
Definition compare (arc chance : R * R) : R := snd arc * fst chance - fst arc * snd chance.
Fixpoint zip {A B C : Type} (g : A -> B -> C) (x : list A) (y : list B) : list C :=
  match x, y with b :: x', c :: y' => g b c :: zip g x' y' | _, _ => [] end.
Definition comparisons (a : arcs) (p : list bool -> R) : list R := zip compare a (inclusion (length a) p).
Fixpoint sum (x : list R) : R := match x with [] => 0 | y :: x' => y + sum x' end.
Definition chosen (y : bool) (d : R) : R := if y then d else 0.
Definition none (q : nat) : list bool := repeat false q.
Fixpoint only (q j : nat) : list bool :=                   (* the action with the one arc j *)
  match q, j with O, _ => [] | S q', O => true :: none q' | S q', S j' => false :: only q' j' end.

Lemma total_ext q : forall w v, (forall s, w s = v s) -> total q w = total q v.
Proof. induction q; intros w v E; simpl; [apply E | rewrite (IHq _ (fun s => v (true :: s))), (IHq (fun s => w (false :: s)) (fun s => v (false :: s))); auto]. Qed.
Lemma total_plus q : forall w v, total q (fun s => w s + v s) = total q w + total q v.
Proof. induction q; intros; simpl; [reflexivity | rewrite !IHq; lra]. Qed.
Lemma total_scale q c : forall w, total q (fun s => w s * c) = total q w * c.
Proof. induction q; intros; simpl; [reflexivity | rewrite !IHq; lra]. Qed.

(* One arc more: its own risk is added, and the others are left with the posterior that sums it out. *)
Lemma one_arc f m a p y t :
  risk ((f, m) :: a) p (y :: t) =
  (if y then f * total (length a) (fun s => p (false :: s)) else m * total (length a) (fun s => p (true :: s)))
  + risk a (without p) t.
Proof.
  unfold risk, without. cbn [length total loss]. set (q := length a).
  rewrite (total_ext q (fun s => p (true :: s) * _) (fun s => p (true :: s) * cell f m true y + p (true :: s) * loss a s t)) by (intro; ring).
  rewrite (total_ext q (fun s => p (false :: s) * _) (fun s => p (false :: s) * cell f m false y + p (false :: s) * loss a s t)) by (intro; ring).
  rewrite (total_ext q (fun s => (p (true :: s) + p (false :: s)) * _) (fun s => p (true :: s) * loss a s t + p (false :: s) * loss a s t)) by (intro; ring).
  rewrite !total_plus, !total_scale. destruct y; simpl; lra.
Qed.

Theorem all_others : forall a p t, length t = length a ->
  risk a p (none (length a)) - risk a p t = sum (zip chosen t (comparisons a p)).
Proof.
  induction a as [|[f m] a IH]; intros p t L; destruct t as [|y t]; try discriminate; [unfold risk; simpl; lra|].
  injection L as L. specialize (IH (without p) t L). unfold none, comparisons in *. simpl.
  rewrite !one_arc. rewrite <- IH. unfold compare; simpl. destruct y; simpl; lra.
Qed.

Lemma zip_none : forall x, sum (zip chosen (none (length x)) x) = 0.
Proof. induction x; unfold none in *; simpl; [reflexivity | rewrite IHx; lra]. Qed.
Lemma zip_only : forall x j, (j < length x)%nat -> sum (zip chosen (only (length x) j) x) = nth j x 0.
Proof. induction x as [|d x IH]; intros j J; simpl in *; [lia | destruct j; simpl; [rewrite zip_none; lra | rewrite IH; [lra | lia]]]. Qed.
Lemma inclusion_length q : forall p, length (inclusion q p) = q.
Proof. induction q; intros; simpl; [reflexivity | now rewrite IHq]. Qed.
Lemma comparisons_length a : forall p, length (comparisons a p) = length a.
Proof. induction a; intros; unfold comparisons in *; simpl; [reflexivity | now rewrite IHa]. Qed.
Lemma only_length q : forall j, length (only q j) = q.
Proof. induction q; intros; simpl; [reflexivity | destruct j; simpl; [unfold none; now rewrite repeat_length | now rewrite IHq]]. Qed.

Theorem comparison a p j : (j < length a)%nat ->
  nth j (comparisons a p) 0 = risk a p (none (length a)) - risk a p (only (length a) j).
Proof.
  intros J. rewrite all_others by apply only_length.
  rewrite <- (comparisons_length a p). symmetry. apply zip_only. now rewrite comparisons_length.
Qed.

Definition good (y : bool) (d : R) : Prop := if y then 0 <= d else d <= 0.
Definition best (a : arcs) p t := length t = length a /\ forall t', length t' = length a -> risk a p t <= risk a p t'.

(* The largest sum of chosen terms: the positive ones in, the negative ones out, the zeros as one likes. *)
Lemma largest : forall x t, length t = length x ->
  (Forall2 good t x <-> forall t', length t' = length x -> sum (zip chosen t' x) <= sum (zip chosen t x)).
Proof.
  induction x as [|d x IH]; intros t L; destruct t as [|y t]; try discriminate.
  { split; [intros _ t' L'; destruct t'; simpl; lra | constructor]. }
  injection L as L. split.
  - intros F t' L'. inversion F; subst. destruct t' as [|y' t']; try discriminate. injection L' as L'.
    apply (proj1 (IH t L)) with (t' := t') in H4; auto. simpl. destruct y, y'; simpl in *; lra.
  - intros B. constructor.
    + pose proof (B (negb y :: t) (f_equal S L)) as H. destruct y; simpl in *; lra.
    + apply (IH t L). intros t' L'. pose proof (B (y :: t') (f_equal S L')) as H. simpl in H. lra.
Qed.

Theorem bayes_actions a p t : best a p t <-> (length t = length a /\ Forall2 good t (comparisons a p)).
Proof.
  split; intros [L B]; split; auto.
  - apply largest; [now rewrite comparisons_length|]. intros t' L'. rewrite comparisons_length in L'.
    rewrite <- !all_others by auto. pose proof (B t' L'); lra.
  - intros t' L'. apply largest with (t' := t') in B; try (rewrite comparisons_length; auto).
    rewrite <- !all_others in B by auto. lra.
Qed.

Theorem threshold f m pi u : pi + u = 1 -> f + m > 0 -> compare (f, m) (pi, u) = (f + m) * (pi - f / (f + m)).
Proof. intros U P. unfold compare; simpl. replace u with (1 - pi) by lra. field. lra. Qed.

Theorem bayes_risk : forall a p t, best a p t ->
  risk a p t = sum (zip (fun arc c => Rmin (snd arc * fst c) (fst arc * snd c)) a (inclusion (length a) p)).
Proof.
  intros a p t B. apply bayes_actions in B as [L F]. revert p t L F.
  induction a as [|[f m] a IH]; intros p t L F; destruct t as [|y t]; try discriminate; [unfold risk; simpl; lra|].
  injection L as L. unfold comparisons in F; simpl in F. inversion F; subst. simpl. rewrite one_arc.
  rewrite (IH _ _ L H4). unfold compare in H2; simpl in H2.
  destruct y; simpl in H2; [rewrite Rmin_right by lra | rewrite Rmin_left by lra]; reflexivity.
Qed.

Print Assumptions bayes_actions.
Print Assumptions bayes_risk.
